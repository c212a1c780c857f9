import { join } from "node:path";
import { decideOnHeld, findHeld } from "#app/domain/instance/restored-backup.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { openDatabase } from "#db/connection.server.ts";
import { runCommand } from "../../support/records/backup.ts";
import { startMila } from "../../support/product/mila.ts";
import { readOutcome } from "../outcome.ts";
import { startProvider } from "../provider.ts";
import { makeDue, seedReminders } from "../reminders.ts";
import { judge, type Row } from "../row.ts";
import { until, untilFinished } from "../waiting.ts";

/**
 * A third went out before the backup, a third after it, and a third comes due after the restore.
 */
export const restoredBackup: Row = {
  name: "restored-backup",
  fault: "a backup is restored after messages went out",
  count: 300,
  quickCount: 30,
  async run({ count, installation }) {
    const { db, folder, settings } = installation;
    await using twilio = await startProvider(installation, "twilio");
    const { reminderIds } = await seedReminders(db, count, { eachPerson: 1 });
    const third = count / 3;
    const [before = [], between = [], after = []] = [0, 1, 2].map((part) =>
      reminderIds.slice(part * third, (part + 1) * third),
    );
    const backup = join(folder, "last-night.db");
    const restored = join(folder, "restored");
    const goesOut = async (ids: string[]) => {
      await makeDue(db, ids);
      await using _mila = await startMila({ ...settings, DATA_DIR: folder });
      await untilFinished(db);
    };
    await goesOut(before);
    await makeDue(db, between);
    await runCommand("backup", backup, { folder });
    await goesOut([]);
    const sentBefore = twilio.accepted().length;
    await runCommand("restore", backup, { folder: restored });
    await using own = openDatabase(join(restored, "mila.db"));
    await using _mila = await startMila({ ...settings, DATA_DIR: restored });
    await makeDue(own, after);
    await until(() => twilio.accepted().length >= count);
    const held = await findHeld(own);
    const { extra } = await readOutcome(own, twilio.accepted());
    const sent = twilio.accepted().length;
    await decideOnHeld(own, "send", nowIso());
    await untilFinished(own);
    const asked = await readOutcome(own, twilio.accepted());
    return judge(
      {
        messages: count,
        "sent before": sentBefore,
        held: held?.count ?? 0,
        extra,
        "sent on the owner's word": asked.extra,
      },
      {
        "all went out before the restore": sentBefore === 2 * third,
        "what came due since the backup waits": held?.count === third,
        "nothing is sent twice without the owner's word": extra === 0,
        "what comes due after the restore goes out": sent === count,
        "on the owner's word the rest goes out, once":
          asked.extra === third && asked.maxCopies === 2,
      },
    );
  },
};
