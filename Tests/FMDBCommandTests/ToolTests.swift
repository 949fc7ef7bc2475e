#if Tool
import Testing
#endif
