import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

type Listener = (req: IncomingMessage, res: ServerResponse) => void;

const maxWaiting = 100;
const waiting = new WeakMap<Socket, number>();

/**
 * Handles a connection's requests one after the other. Some programs send more before the first is
 * answered; Node would start a thousand of them at once, and nobody else's until all are done.
 */
export function oneAtATime(handle: Listener): Listener {
  return (req, res) => {
    // Node gives the connection to a response after the earlier responses are sent.
    if (res.socket) return handle(req, res);
    const { socket } = req;
    const count = (waiting.get(socket) ?? 0) + 1;
    if (count > maxWaiting) return void socket.destroy();
    waiting.set(socket, count);
    res.once("socket", () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
      setImmediate(handle, req, res);
    });
  };
}
