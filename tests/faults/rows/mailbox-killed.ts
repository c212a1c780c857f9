import { setTimeout as pause } from "node:timers/promises";
import { readSecrets } from "#app/config/secrets.server.ts";
import { decrypt } from "#app/domain/core/encryption.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { sealMailbox } from "#app/domain/mail/mailbox/sealed-mailbox.server.ts";
import { hasDovecot, password, startMailServer } from "#tests/support/mail-server/dovecot.ts";
import { mailOf } from "#tests/support/mail-server/mail-of.ts";
import { plantMailbox } from "#tests/support/records/plant-mailbox.ts";
import { newFamily } from "#tests/support/records/family.ts";
import type { Installation } from "../installation.ts";
import { startWorker, type Program } from "../program.ts";
import { judge, type Row, skip } from "../row.ts";
import { until } from "../waiting.ts";

const users = ["nora", "sam", "ida", "leo", "mia"];
const mailsEachTime = 2;

/** Kills workers while they read, and restarts, renumbers and fills the mailboxes. */
export const mailboxKilled: Row = {
  name: "mailbox-killed",
  fault: "worker killed while it reads mailboxes, server restarted, mails renumbered",
  count: 40,
  quickCount: 6,
  async run({ count, random, installation }) {
    if (!hasDovecot) return skip("Dovecot is not installed");
    await using server = await startMailServer();
    installation.settings.ALLOWED_PRIVATE_HOSTS = server.host;
    await addMailboxes(installation, server.host);
    const marks: string[] = [];
    const deliver = () => {
      for (const user of users)
        for (let mail = 0; mail < mailsEachTime; mail += 1) {
          const mark = `Nr-${String(marks.length).padStart(6, "0")}`;
          marks.push(mark);
          server.deliver(user, "School", mailOf({ words: `slip ${mark}` }));
        }
    };
    await using workers = new AsyncDisposableStack();
    const startOne = async () => workers.use(await startWorker(installation));
    let running: Program[] = [await startOne(), await startOne()];
    for (let time = 0; time < count; time += 1) {
      deliver();
      // Also takes the mailboxes from the worker that is reading them.
      await readNow(installation);
      await pause(random.whole(0, 1_500));
      const victim = random.pick(running);
      await victim.kill();
      running = [...running.filter((worker) => worker !== victim), await startOne()];
      if (time % 3 === 1) {
        await server.stop();
        await server.start();
      }
      if (time % 4 === 2) for (const user of users) await server.renumber(user);
    }
    const isRead = async () => (await readMarks(installation)).length >= marks.length;
    for (let tries = 0; tries < 10 && !(await isRead()); tries += 1) {
      // A killed worker's mailboxes would wait for five minutes.
      await readNow(installation);
      await until(isRead, 20_000);
    }
    const read = await readMarks(installation);
    const seen = users.flatMap((user) => server.list(user, "School")).filter(isMarkedAsSeen);
    const lost = marks.filter((mark) => !read.includes(mark)).length;
    const twice = read.length - new Set(read).size;
    return judge(
      { mails: marks.length, kills: count, lost, twice, "marked as seen": seen.length },
      {
        "nothing is lost": lost === 0,
        "nothing is there twice": twice === 0,
        "nothing changes in the mailbox": seen.length === 0,
      },
    );
  },
};

const isMarkedAsSeen = (name: string) => /,\w*S/.test(name);

async function addMailboxes({ db, folder }: Installation, place: string): Promise<void> {
  const [host = "", port] = place.split(":");
  for (const user of users) {
    const family = await newFamily(db);
    const id = await plantMailbox(db, family, readSecrets(folder).encryption, {
      next_read_at: nowIso(),
    });
    const address = { host, port: Number(port), user, password, folder: "School" };
    const content = sealMailbox(readSecrets(folder).encryption, address, id);
    await db.updateTable("mailboxes").set({ content }).where("id", "=", id).execute();
  }
}

async function readNow({ db }: Installation): Promise<void> {
  await db.updateTable("mailboxes").set({ next_read_at: nowIso() }).execute();
}

/** Returns the mark of each kept mail, and its id if Mila could not read it. */
async function readMarks({ db, folder }: Installation): Promise<string[]> {
  const key = readSecrets(folder).encryption;
  const rows = await db.selectFrom("mails").select(["id", "content"]).execute();
  return rows.map(({ id, content }) => {
    const text = decrypt(key, content, id) ?? "";
    return /Nr-\d{6}/.exec(text)?.[0] ?? `unread ${id}`;
  });
}
