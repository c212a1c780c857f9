import type { Change } from "../support/runner/mutated-tree.ts";

/** A change that breaks a promise, and the row or test that must detect it. */
export interface Mutation {
  name: string;
  changes: Change[];
  detectedBy: { row: string } | { test: string };
  /** True when it changes pages, which must be rebuilt. */
  isBuilt?: boolean;
}

export const mutations: Mutation[] = [
  {
    name: "transactions begin deferred",
    changes: [{ file: "db/sqlite/dialect.ts", from: '"begin immediate"', to: '"begin deferred"' }],
    // No row detects this: most changes write first, and the worker retries a second later.
    detectedBy: { test: "tests/integration/db/connection.test.ts" },
  },
  {
    name: "commits are not synced to disk",
    changes: [
      { file: "db/connection.server.ts", from: "synchronous = FULL", to: "synchronous = NORMAL" },
    ],
    detectedBy: { row: "fsync-fails" },
    isBuilt: true,
  },
  {
    name: "keys are not flushed",
    changes: [{ file: "app/config/data-folder.server.ts", from: ", flush: true", to: "" }],
    detectedBy: { row: "power-cut" },
  },
  {
    name: "a delivery is sent without a claim",
    changes: [
      {
        file: "app/domain/outbox/queries/sendable.ts",
        from: '      eb("state", "=", "ready"),\n',
        to: "",
      },
      {
        file: "app/domain/outbox/state.ts",
        from: 'claimed: rule(\n    ["ready"],',
        to: 'claimed: rule(\n    ["ready", "sending", "sent", "cancelled"],',
      },
    ],
    detectedBy: { row: "changed-while-sent" },
  },
  {
    name: "deliveries have no unique key",
    changes: [
      {
        file: "migrations/0001_first_schema/outbox.ts",
        from: '.addColumn("dedupe_key", "text", unique)',
        to: '.addColumn("dedupe_key", "text", required)',
      },
      {
        file: "app/domain/outbox/scheduling/add-deliveries.server.ts",
        from: '    .onConflict((conflict) => conflict.column("dedupe_key").doNothing())\n',
        to: "",
      },
    ],
    detectedBy: { row: "summaries" },
  },
  {
    name: "a device that is gone is asked again",
    changes: [
      {
        file: "app/domain/outbox/channels/push/device-results.server.ts",
        from: 'outcome.reason === "device_gone"',
        to: 'outcome.reason === "opted_out"',
      },
    ],
    detectedBy: { row: "push-answers" },
  },
  {
    name: "a push service that asks to wait is asked at once",
    changes: [
      {
        file: "app/domain/outbox/queries/waiting-devices.ts",
        from: '.where("waits_until", ">", now)',
        to: '.where("waits_until", "<", now)',
      },
    ],
    detectedBy: { row: "push-answers" },
  },
  {
    name: "an interrupted delivery is sent again without polling the provider",
    changes: [
      {
        file: "app/domain/outbox/state.ts",
        from: 'cut_off: rule(["sending"], "unknown",',
        to: 'cut_off: rule(["sending"], "ready",',
      },
    ],
    detectedBy: { row: "worker-killed-at-steps" },
  },
  {
    name: "a lost job is not enqueued again",
    changes: [
      {
        file: "app/domain/outbox/queries/due.ts",
        from: 'eb("enqueued_at", "<", lostBefore(now)),',
        to: "",
      },
    ],
    detectedBy: { row: "redis-gone" },
  },
  {
    name: "an outcome overwrites a later state",
    changes: [
      {
        file: "app/domain/outbox/state.ts",
        from: 'accepted: rule(\n    ["sending", "unknown", "ready"],',
        to: 'accepted: rule(\n    ["sending", "unknown", "ready", "sent", "delivered", "undelivered", "merged"],',
      },
      {
        file: "app/domain/outbox/state.ts",
        from: 'refused: rule(\n    ["sending", "unknown"],',
        to: 'refused: rule(\n    ["sending", "unknown", "sent", "delivered", "undelivered", "merged"],',
      },
    ],
    detectedBy: { row: "reports-in-any-order" },
  },
  {
    name: "a completed task still gets its reminder",
    changes: [
      {
        file: "app/domain/reminders/messages/reminder-context.server.ts",
        from: '  if (task.is_completed) return "task_done";\n',
        to: "",
      },
    ],
    detectedBy: { row: "changed-while-sent" },
  },
  {
    name: "resets wait behind reminders",
    changes: [
      {
        file: "app/domain/outbox/scheduling/enqueue-due.server.ts",
        from: "isUrgent: urgentKinds.includes(kind)",
        to: "isUrgent: urgentKinds.length === 0",
      },
    ],
    detectedBy: { row: "mail-burst" },
  },
  {
    name: "a mail server gets any number of emails at once",
    changes: [
      {
        file: "app/services/smtp/pool.server.ts",
        from: "smtpConnections = 3;",
        to: "smtpConnections = 50;",
      },
    ],
    detectedBy: { row: "mail-burst" },
  },
  {
    name: "instances share their jobs in Redis",
    changes: [
      {
        file: "jobs/worker.ts",
        from: "prefix: `mila:${await readInstanceId(db)}`",
        to: 'prefix: "mila"',
      },
    ],
    detectedBy: { row: "shared-redis" },
  },
  {
    name: "the sweep takes what this worker is sending",
    changes: [
      {
        file: "app/domain/outbox/recovery/sweep.server.ts",
        from: '      .where("id", "not in", [...inFlight])',
        to: "",
      },
    ],
    detectedBy: { test: "tests/integration/deliveries/clock-set.test.ts" },
  },
  {
    name: "the sweep takes what another worker is sending",
    changes: [
      {
        file: "app/domain/outbox/recovery/sweep.server.ts",
        from: '      .where("lease_until", "<", now)\n',
        to: "",
      },
    ],
    detectedBy: { test: "tests/integration/deliveries/clock-set.test.ts" },
  },
  {
    name: "an outcome of an earlier attempt counts for a later one",
    changes: [
      {
        file: "app/domain/outbox/sending/record.server.ts",
        from: '    .where("attempts", "=", delivery.attempts)\n',
        to: "",
      },
    ],
    detectedBy: { test: "tests/integration/deliveries/cut-off-email.test.ts" },
  },
  {
    name: "a user's own texts have no daily limit",
    changes: [
      {
        file: "app/domain/outbox/sending/limits.server.ts",
        from: '...(isToOthers ? [] : [asked("texts", user_id)]),',
        to: "",
      },
    ],
    detectedBy: { test: "tests/integration/deliveries/sending.test.ts" },
  },
  {
    name: "what went by email during a pause goes by text after it",
    changes: [
      {
        file: "app/domain/outbox/queries/sendable.ts",
        from: '      eb("other_way", "is distinct from", "taken"),\n',
        to: "",
      },
    ],
    detectedBy: { test: "tests/integration/deliveries/other-way.test.ts" },
  },
  {
    name: "a restored backup sends what had gone out",
    changes: [
      {
        file: "app/domain/outbox/queries/sendable.ts",
        from: '      eb("held_at", "is", null),\n',
        to: "",
      },
    ],
    detectedBy: { test: "tests/integration/deliveries/restored.test.ts" },
  },
  {
    name: "one text found at the provider counts for two with the same words",
    changes: [
      {
        file: "app/domain/outbox/recovery/resolve-unknown.server.ts",
        from: "(owners.get(id) ?? delivery.id) === delivery.id",
        to: "owners.get(id) !== delivery.id",
      },
    ],
    detectedBy: { test: "tests/integration/deliveries/lookup.test.ts" },
  },
  {
    name: "a pause outlasts a clock that is set back",
    changes: [
      {
        file: "app/domain/outbox/recovery/clock-rollback.server.ts",
        from: '  await db.deleteFrom("channel_pauses").where("paused_at", ">", ahead).execute();\n',
        to: "",
      },
    ],
    detectedBy: { test: "tests/integration/deliveries/clock-set.test.ts" },
  },
];
