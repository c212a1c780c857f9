import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../product/free-port.ts";

export const hasDovecot = spawnSync("dovecot", ["--version"], { stdio: "ignore" }).status === 0;

export const password = "apppassword";

export interface MailServer {
  /** "127.0.0.1:4143". */
  host: string;
  /** Puts a mail into a user's folder, as a delivery does. Returns the file's name. */
  deliver: (user: string, folder: string, mail: string) => string;
  remove: (user: string, folder: string, name: string) => void;
  /** Where a mail is that nobody has seen. */
  pathOf: (user: string, folder: string, name: string) => string;
  /** Lists the mails of a folder with the flags that were set ("S": seen). */
  list: (user: string, folder: string) => string[];
  /** Moves a mail to another folder. */
  move: (user: string, name: string, from: string, to: string) => void;
  /** Gives all mails other numbers, as a server does that was set up again. */
  renumber: (user: string) => Promise<void>;
  stop: () => Promise<void>;
  start: () => Promise<void>;
  [Symbol.asyncDispose]: () => Promise<void>;
}

const isRoot = userInfo().uid === 0;
/** Dovecot reads no mail as root. */
const nobody = { uid: 65_534, gid: 65_534 };

/** Starts Dovecot, an IMAP server, with mailboxes in a folder of its own. */
export async function startMailServer(): Promise<MailServer> {
  const folder = await mkdtemp(join(tmpdir(), "mila-dovecot-"));
  const port = await freePort();
  const config = join(folder, "dovecot.conf");
  const mails = join(folder, "mails");
  mkdirSync(mails);
  writeFileSync(config, settings(folder, port));
  if (isRoot) {
    letOthersPass(folder);
    chownSync(mails, nobody.uid, nobody.gid);
  }
  let server: ReturnType<typeof spawn> | null = null;
  let count = 0;
  const pathOf = (user: string, name: string) =>
    join(mails, user, "Maildir", name === "INBOX" ? "" : `.${name}`);
  const makeFolder = (user: string, name: string) => {
    for (const part of ["tmp", "new", "cur"])
      mkdirSync(join(pathOf(user, name), part), { recursive: true });
    if (isRoot) execFileSync("chown", ["-R", `${nobody.uid}:${nobody.gid}`, join(mails, user)]);
  };
  const start = async () => {
    server = spawn("dovecot", ["-F", "-c", config], { stdio: "ignore" });
    await waitFor(port);
  };
  const stop = async () => {
    if (!server) return;
    const ended = once(server, "exit");
    server.kill("SIGTERM");
    await ended;
    server = null;
  };
  await start();
  return {
    host: `127.0.0.1:${port}`,
    deliver: (user, name, mail) => {
      makeFolder(user, name);
      count += 1;
      const file = `${Date.now()}.${count}.mila`;
      const [draft, path] = [
        join(pathOf(user, name), "tmp", file),
        join(pathOf(user, name), "new", file),
      ];
      writeFileSync(draft, mail.replaceAll(/\r?\n/g, "\r\n"), "latin1");
      if (isRoot) chownSync(draft, nobody.uid, nobody.gid);
      renameSync(draft, path);
      return file;
    },
    remove: (user, name, file) => rmSync(join(pathOf(user, name), "new", file)),
    pathOf: (user, name, file) => join(pathOf(user, name), "new", file),
    list: (user, name) =>
      ["new", "cur"].flatMap((part) => readdirSync(join(pathOf(user, name), part))),
    move: (user, name, from, to) => {
      makeFolder(user, to);
      renameSync(join(pathOf(user, from), "new", name), join(pathOf(user, to), "new", name));
    },
    renumber: async (user) => {
      // A session that is open could bring back the old numbers.
      await stop();
      // The time in seconds is the new validity.
      await pause(1_100);
      const home = join(mails, user, "Maildir");
      for (const path of readdirSync(home, { recursive: true, encoding: "utf8" }))
        if (/dovecot[-.][^/]*$/.test(path)) rmSync(join(home, path), { force: true });
      await start();
    },
    stop,
    start,
    [Symbol.asyncDispose]: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Lets others pass through a folder and all that hold it, as a step's own folder does not. */
function letOthersPass(folder: string): void {
  const { mode } = statSync(folder);
  if ((mode & 0o001) === 0) chmodSync(folder, mode | 0o001);
  if (folder !== dirname(folder)) letOthersPass(dirname(folder));
}

function settings(folder: string, port: number): string {
  const { username, uid, gid } = userInfo();
  const owner = isRoot ? nobody : { uid, gid };
  const own = isRoot
    ? ""
    : `default_internal_user = ${username}
default_login_user = ${username}
service anvil {
  chroot =
}
`;
  return `protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
ssl = no
disable_plaintext_auth = no
mail_location = maildir:~/Maildir
mailbox_idle_check_interval = 1 secs
namespace inbox {
  inbox = yes
}
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = uid=${owner.uid} gid=${owner.gid} home=${folder}/mails/%n
}
first_valid_uid = 1
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
${own}`;
}

async function waitFor(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const socket = connect(port, "127.0.0.1");
    const isOpen = await new Promise((resolve) => {
      socket.once("data", () => resolve(true));
      socket.once("error", () => resolve(false));
      void pause(1_000).then(() => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await pause(50);
  }
  throw new Error("Dovecot did not start");
}
