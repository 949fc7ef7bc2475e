#include "FMDBSQLite3.h"
