import type { Row } from "./row.ts";
import { workerKilled } from "./rows/worker-killed.ts";
import { workerKilledAtSteps } from "./rows/worker-killed-at-steps.ts";
import { workerHangs } from "./rows/worker-hangs.ts";
import { stoppedFor45Seconds } from "./rows/stopped-for-45-s.ts";
import { parentKilled } from "./rows/parent-killed.ts";
import { webKilled } from "./rows/web-killed.ts";
import { webKilledAtSteps } from "./rows/web-killed-at-steps.ts";
import { sameFormTwice } from "./rows/same-form-twice.ts";
import { redisGone } from "./rows/redis-gone.ts";
import { unavailableTwice } from "./rows/unavailable-twice.ts";
import { acceptedUnclear } from "./rows/accepted-unclear.ts";
import { rateLimited } from "./rows/rate-limited.ts";
import { paused } from "./rows/paused.ts";
import { refused } from "./rows/refused.ts";
import { setUpWrongly } from "./rows/set-up-wrongly.ts";
import { badAnswers } from "./rows/bad-answers.ts";
import { phonesKilled } from "./rows/phones-killed.ts";
import { phonesRefused } from "./rows/phones-refused.ts";
import { phonesUnclear } from "./rows/phones-unclear.ts";
import { telegramTexts } from "./rows/telegram-texts.ts";
import { diskFull } from "./rows/disk-full.ts";
import { fsyncFails } from "./rows/fsync-fails.ts";
import { powerCut } from "./rows/power-cut.ts";
import { databaseLocked } from "./rows/database-locked.ts";
import { mailWhileLocked } from "./rows/mail-while-locked.ts";
import { clockAhead } from "./rows/clock-ahead.ts";
import { clockSet } from "./rows/clock-set.ts";
import { clockChanges } from "./rows/clock-changes.ts";
import { summaries } from "./rows/summaries.ts";
import { onTime } from "./rows/on-time.ts";
import { burst } from "./rows/burst.ts";
import { burstWithoutRedis } from "./rows/burst-without-redis.ts";
import { idleSockets } from "./rows/idle-sockets.ts";
import { sharedRedis } from "./rows/shared-redis.ts";
import { mailBurst } from "./rows/mail-burst.ts";
import { fairOrder } from "./rows/fair-order.ts";
import { machineOff } from "./rows/machine-off.ts";
import { restoredBackup } from "./rows/restored-backup.ts";
import { changedWhileSent } from "./rows/changed-while-sent.ts";
import { stoppedWhileSending } from "./rows/stopped-while-sending.ts";
import { reportsInAnyOrder } from "./rows/reports-in-any-order.ts";
import { pushKilled } from "./rows/push-killed.ts";
import { pushAnswers } from "./rows/push-answers.ts";
import { seriesMidnight } from "./rows/series-midnight.ts";
import { seriesOff } from "./rows/series-off.ts";
import { seriesYear } from "./rows/series-year.ts";
import { nagsLate } from "./rows/nags-late.ts";
import { channelOrder } from "./rows/channel-order.ts";
import { mailboxKilled } from "./rows/mailbox-killed.ts";
import { webhooksKilled } from "./rows/webhooks-killed.ts";
import { webhooksDown } from "./rows/webhooks-down.ts";
import { pushRestarted } from "./rows/push-restarted.ts";
import { postgresKilled } from "./rows/postgres-killed.ts";
import { connectionsCut } from "./rows/connections-cut.ts";
import { leaderKilled } from "./rows/leader-killed.ts";
import { twoMachines } from "./rows/two-machines.ts";
import { rollingUpgrade } from "./rows/rolling-upgrade.ts";

/** In the order of docs/delivery.md's table. */
export const rows: Row[] = [
  workerKilled,
  workerKilledAtSteps,
  workerHangs,
  stoppedFor45Seconds,
  parentKilled,
  webKilled,
  webKilledAtSteps,
  sameFormTwice,
  redisGone,
  unavailableTwice,
  acceptedUnclear,
  rateLimited,
  paused,
  refused,
  setUpWrongly,
  badAnswers,
  phonesKilled,
  phonesUnclear,
  phonesRefused,
  telegramTexts,
  diskFull,
  fsyncFails,
  powerCut,
  databaseLocked,
  mailWhileLocked,
  clockSet,
  clockAhead,
  clockChanges,
  summaries,
  seriesYear,
  seriesOff,
  seriesMidnight,
  channelOrder,
  nagsLate,
  onTime,
  burst,
  burstWithoutRedis,
  mailBurst,
  fairOrder,
  sharedRedis,
  idleSockets,
  machineOff,
  restoredBackup,
  changedWhileSent,
  stoppedWhileSending,
  reportsInAnyOrder,
  pushKilled,
  pushAnswers,
  pushRestarted,
  mailboxKilled,
  webhooksKilled,
  webhooksDown,
];

/** With --postgres, in the order of docs/scaling.md's table. */
export const rowsOnPostgres: Row[] = [
  workerKilled,
  leaderKilled,
  webKilled,
  postgresKilled,
  connectionsCut,
  twoMachines,
  rollingUpgrade,
  redisGone,
  onTime,
  burst,
];
