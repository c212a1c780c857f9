import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { ImapFlow } from "imapflow";
import { isInsideNetwork } from "../transport/inside-network.ts";
import { chooseParts } from "./mail-parts.ts";

export interface MailboxAddress {
  host: string;
  /** 993 for TLS from the start; any other begins in plain text and changes to TLS. */
  port: number;
  user: string;
  password: string;
  folder: string;
}

type ConnectionProblem = "unanswered" | "failing" | "wrong_password" | "not_allowed";

export type Opened =
  | { status: "open"; mailbox: OpenMailbox }
  | { status: "no_folder"; folders: string[] }
  | { status: "failed"; problem: ConnectionProblem };

export interface OpenMailbox {
  /** Other numbers for the mails follow when it changes (RFC 9051, 2.3.1.1). */
  uidValidity: string;
  /** The number of its last mail, or one above. */
  lastUid: number;
  /** Lists the numbers of the mails above one, and received since a day (YYYY-MM-DD). */
  listUids: (above: number, since?: string) => Promise<number[]>;
  /** Returns undefined for a mail that is gone. */
  readHeader: (uid: number) => Promise<Buffer | undefined>;
  /** Reads texts and calendar files alone. Returns undefined for a mail that is gone. */
  read: (uid: number) => Promise<Buffer | undefined>;
  /** Calls once when a mail has come since the folder was opened. */
  onNewMail: (act: () => void) => void;
  onEnd: (act: () => void) => void;
  close: () => void;
}

export const implicitTlsPort = 993;
const startTlsPort = 143;

const connectTimeoutMs = 10_000;
/** A connection that is dead without a word is found when this does not get an answer. */
const idleTimeoutMs = 4 * 60_000;
const maxFolders = 30;
const maxFolderName = 200;

/** Opens a folder for reading only: nothing in the mailbox changes. */
export async function openMailbox(
  address: MailboxAddress,
  trustedHosts: readonly string[],
): Promise<Opened> {
  const { host, port } = address;
  const isTrusted = trustedHosts.includes(`${host}:${port}`);
  const ips = await resolve(host, port, isTrusted);
  if (ips === "not_allowed") return { status: "failed", problem: "not_allowed" };
  return firstThatAnswers(ips, (ip) => openAt(ip, address, isTrusted));
}

/** The first address of a name may be one of IPv6, which cannot be reached from everywhere. */
export async function firstThatAnswers(
  ips: readonly string[],
  open: (ip: string) => Promise<Opened>,
): Promise<Opened> {
  let opened: Opened = { status: "failed", problem: "unanswered" };
  for (const ip of ips) {
    opened = await open(ip);
    if (opened.status !== "failed" || opened.problem !== "unanswered") break;
  }
  return opened;
}

async function openAt(
  ip: string,
  { host, port, user, password, folder }: MailboxAddress,
  isTrusted: boolean,
): Promise<Opened> {
  const { ImapFlow } = await import("imapflow");
  const client = new ImapFlow({
    host: ip,
    port,
    ...(isIP(host) === 0 && { servername: host }),
    ...encryptionOf(port, isTrusted),
    auth: { user, pass: password },
    clientInfo: { name: "Mila" },
    logger: false,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: 2 * idleTimeoutMs,
    maxIdleTime: idleTimeoutMs,
    disableAutoIdle: true,
    disableCompression: true,
    maxLineLength: 1_000_000,
    maxLiteralSize: 2_000_000,
    maxResponseSize: 4_000_000,
    maxResponseTokens: 200_000,
  });
  // An error without a listener would end the process. Whatever is waiting fails by itself.
  client.on("error", () => client.close());
  try {
    await withLimit(client, client.connect());
    const paths = (await withLimit(client, client.list()))
      .map(({ path }) => path)
      .filter(({ length }) => length <= maxFolderName);
    const path = findFolder(paths, folder);
    if (path === undefined) {
      client.close();
      return { status: "no_folder", folders: paths.slice(0, maxFolders) };
    }
    const opened = await withLimit(client, client.mailboxOpen(path, { readOnly: true }));
    const { uidValidity, uidNext } = opened;
    const place = { uidValidity: String(uidValidity), lastUid: (uidNext ?? 1) - 1 };
    return { status: "open", mailbox: { ...place, ...serve(client) } };
  } catch (error) {
    client.close();
    return { status: "failed", problem: problemOf(error) };
  }
}

/** A server at home may have no certificate, or one of its own. */
export function encryptionOf(port: number, isTrusted: boolean) {
  const secure = port === implicitTlsPort;
  if (isTrusted) return { secure, tls: { rejectUnauthorized: false } };
  // imapflow refuses the second setting beside the first.
  return secure ? { secure } : { secure, doSTARTTLS: true };
}

/** Folders are named with or without a parent, and in any case: "school" finds "INBOX/School". */
function findFolder(paths: string[], folder: string): string | undefined {
  const wanted = folder.toLowerCase();
  return (
    paths.find((path) => path === folder) ??
    paths.find((path) => path.toLowerCase() === wanted) ??
    paths.find((path) => lastPart(path).toLowerCase() === wanted)
  );
}

const lastPart = (path: string) =>
  path.slice(Math.max(path.lastIndexOf("."), path.lastIndexOf("/")) + 1);

const maxAddresses = 3;

/** Decides at the connection, for each address that the name has. */
async function resolve(
  host: string,
  port: number,
  isTrusted: boolean,
): Promise<string[] | "not_allowed"> {
  if (!isTrusted && port !== implicitTlsPort && port !== startTlsPort) return "not_allowed";
  const found = isIP(host) ? [host] : await findAddresses(host);
  const allowed = found.filter((address) => isTrusted || !isInsideNetwork(address));
  return found.length > 0 && allowed.length === 0 ? "not_allowed" : allowed.slice(0, maxAddresses);
}

async function findAddresses(host: string): Promise<string[]> {
  const found = lookup(host, { all: true }).catch(() => []);
  const addresses = await Promise.race([found, pause(connectTimeoutMs, [], { ref: false })]);
  return addresses.map(({ address }) => address);
}

function problemOf(error: unknown): ConnectionProblem {
  const { authenticationFailed, code, response } = error as {
    authenticationFailed?: boolean;
    code?: string;
    response?: unknown;
  };
  if (authenticationFailed) return "wrong_password";
  const isUnsafe = /^ERR_|CERT|VERIFY|TLS|SSL/.test(code ?? "");
  if (response !== undefined || isUnsafe) return "failing";
  return "unanswered";
}

const answerTimeoutMs = 20_000;
/** Of one answer, however many parts a server makes of it. */
const maxAnswerBytes = 8_000_000;
const lookEveryMs = 50;

/** The server did not answer, or broke the connection. */
export class MailServerFailed extends Error {}

/** A server that sends a little now and then, or very much, must not hold up others. */
async function withLimit<T>(client: ImapFlow, work: Promise<T>): Promise<T> {
  const until = performance.now() + answerTimeoutMs;
  const { received } = client.stats();
  const watch = setInterval(() => {
    const isTooMuch = client.stats().received - received > maxAnswerBytes;
    if (isTooMuch || performance.now() > until) client.close();
  }, lookEveryMs);
  return work.finally(() => clearInterval(watch));
}

function serve(client: ImapFlow): Omit<OpenMailbox, "uidValidity" | "lastUid"> {
  let hasNewMail = false;
  const notice = () => {
    hasNewMail = true;
  };
  client.on("exists", notice);
  return {
    listUids: async (above, since) => {
      const asking = client.search(
        { uid: `${above + 1}:*`, ...(since && { since }) },
        { uid: true },
      );
      const found = await asServerFailure(client, asking);
      if (!found) throw new MailServerFailed("it refused a search");
      // "7:*" holds the last mail even if its number is lower (RFC 9051, 9).
      return found.filter((uid) => uid > above).toSorted((one, other) => one - other);
    },
    readHeader: async (uid) => {
      const found = client.fetchOne(String(uid), { uid: true, bodyParts: [header] }, { uid: true });
      const mail = await asServerFailure(client, found);
      return (mail && mail.headers) || undefined;
    },
    read: (uid) => asServerFailure(client, read(client, uid)),
    onNewMail: (act) => {
      client.off("exists", notice);
      if (hasNewMail) return act();
      client.once("exists", act);
      // Without the extension IDLE, imapflow asks now and then.
      void client.idle().catch(() => client.close());
    },
    onEnd: (act) => void client.once("close", act),
    close: () => client.close(),
  };
}

async function asServerFailure<T>(client: ImapFlow, work: Promise<T>): Promise<T> {
  return withLimit(client, work).catch((cause: unknown) => {
    throw new MailServerFailed("it did not answer", { cause });
  });
}

const header = { key: "HEADER", maxLength: 100_000 };

async function read(client: ImapFlow, uid: number): Promise<Buffer | undefined> {
  const head = await client.fetchOne(
    String(uid),
    { uid: true, bodyStructure: true, bodyParts: [header] },
    { uid: true },
  );
  if (!head || !head.bodyStructure) return undefined;
  const { wanted, join } = chooseParts(head.bodyStructure);
  const body =
    wanted.length > 0 &&
    (await client.fetchOne(String(uid), { uid: true, bodyParts: wanted }, { uid: true }));
  // imapflow writes the keys in lower case.
  const parts = new Map(
    wanted.flatMap(({ key }) => {
      const part = body ? body.bodyParts?.get(key.toLowerCase()) : undefined;
      return part ? [[key, part] as const] : [];
    }),
  );
  return join(head.headers ?? Buffer.alloc(0), parts);
}
