#if Cluster
    import FMDBDqliteWire
    import NIOCore

    /// Decodes the bytes of a connection into frames, one for each call of `ask`. It reads from the socket only while a frame is
    /// awaited, so a long result stays on the node until it is needed. Use it on its event loop.
    final class ReplyHandler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private var decoder: FrameDecoder
        private var waiting: (promise: EventLoopPromise<WireReply>, timer: Scheduled<Void>)?
        private var failure: NodeFailure?
        private var context: ChannelHandlerContext?

        init(limit: Int) { decoder = FrameDecoder(limit: limit) }

        func handlerAdded(context: ChannelHandlerContext) { self.context = context }

        func handlerRemoved(context: ChannelHandlerContext) {
            fail(.lost("the connection was closed"), context)
            self.context = nil
        }

        /// Sends a request, if there is one, and completes the promise with the next reply.
        func ask(_ frame: [UInt8]?, timeout: TimeAmount, _ promise: EventLoopPromise<WireReply>) {
            guard let context, failure == nil, waiting == nil else {
                return promise.fail(failure ?? .unreachable("the connection is closed"))
            }
            // Unrequested bytes would be taken for the reply to this request.
            if frame != nil, decoder.isWithinFrame {
                promise.fail(NodeFailure.unreachable("the node sent more than was requested"))
                return fail(.lost("the node sent more than was requested"), context)
            }
            let timer = context.eventLoop.assumeIsolated().scheduleTask(in: timeout) {
                self.fail(.lost("the node did not reply in time"), context)
            }
            waiting = (promise, timer)
            if let frame {
                context.writeAndFlush(NIOAny(context.channel.allocator.buffer(bytes: frame)), promise: nil)
            }
            deliver(context)
            if waiting != nil { context.read() }
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            decoder.add(unwrapInboundIn(data).readableBytesView)
            deliver(context)
        }

        func channelReadComplete(context: ChannelHandlerContext) {
            if waiting != nil { context.read() }
        }

        func channelInactive(context: ChannelHandlerContext) {
            let isWithin = decoder.isWithinFrame
            fail(isWithin ? .malformed(.cutShort) : .lost("the node has closed the connection"), context)
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            fail(.lost("the connection has failed: \(error)"), context)
        }

        /// Ends the wait for a reply, if there is one, and closes the connection.
        func cancel() {
            guard let context, waiting != nil else { return }
            fail(.cancelled, context)
        }

        private func deliver(_ context: ChannelHandlerContext) {
            guard waiting != nil else { return }
            do throws(WireError) {
                guard let frame = try decoder.next() else { return }
                let reply = try WireReply(frame)
                take()?.succeed(reply)
            } catch {
                fail(.malformed(error), context)
            }
        }

        /// Reports a failure and closes the connection, because a late reply could be taken for the reply to a later request.
        private func fail(_ reason: NodeFailure, _ context: ChannelHandlerContext) {
            failure = failure ?? .unreachable("the connection is closed: \(reason.message)")
            take()?.fail(reason)
            context.close(promise: nil)
        }

        private func take() -> EventLoopPromise<WireReply>? {
            guard let (promise, timer) = waiting else { return nil }
            waiting = nil
            timer.cancel()
            return promise
        }
    }
#endif
