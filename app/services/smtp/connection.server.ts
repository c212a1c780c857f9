import { connect } from "node:net";
import type { SMTPTransportOptions } from "nodemailer";

const connectTimeoutMs = 3_000;
const [smtpPort, smtpsPort] = [587, 465];

type GetSocket = NonNullable<SMTPTransportOptions["getSocket"]>;

/** Nodemailer's own limit for connecting includes the greeting, which some servers delay. */
export const connectInTime: GetSocket = ({ host = "localhost", port, secure }, done) => {
  const socket = connect({ host, port: Number(port) || (secure ? smtpsPort : smtpPort) });
  const timer = setTimeout(
    () => socket.destroy(codedError("ETIMEDOUT", "Connecting took too long")),
    connectTimeoutMs,
  );
  socket.once("close", () => clearTimeout(timer));
  const fail = ({ code, message }: NodeJS.ErrnoException) =>
    done(codedError(code === "ETIMEDOUT" ? code : "ESOCKET", message));
  socket.once("error", fail).once("connect", () => {
    clearTimeout(timer);
    socket.off("error", fail);
    done(null, { connection: socket });
  });
};

function codedError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
