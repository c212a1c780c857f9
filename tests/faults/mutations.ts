/** A change that breaks a promise, and the row or test that must detect it. */
export interface Mutation {
  name: string;
  changes: { file: string; from: string; to: string }[];
  noticedBy: { row: string } | { test: string };
  /** True when it changes pages, which must be rebuilt. */
  isBuilt?: boolean;
}

export const mutations: Mutation[] = [
  {
    name: "deferred begin",
    changes: [{ file: "db/connection.server.ts", from: '"begin immediate"', to: '"begin deferred"' }],
    // Most changes write first, and the worker retries a second later, so rows see nothing.
    noticedBy: { test: "tests/integration/db/connection.test.ts" },
  },
  {
    name: "synchronous = NORMAL",
    changes: [{ file: "db/connection.server.ts", from: "synchronous = FULL", to: "synchronous = NORMAL" }],
    noticedBy: { row: "fsync-fails" },
    isBuilt: true,
  },
  {
    name: "no claim: whoever comes takes it",
    changes: [
      { file: "app/domain/outbox/queries/sendable.ts", from: '      eb("state", "=", "ready"),\n', to: "" },
      {
        file: "app/domain/outbox/state.ts",
        from: 'claimed: way(["ready"],',
        to: 'claimed: way(["ready", "sending", "sent", "cancelled"],',
      },
    ],
    noticedBy: { row: "changed-while-sent" },
  },
  {
    name: "no UNIQUE key of deliveries",
    changes: [
      { file: "migrations/0007_deliveries.ts", from: "column.notNull().unique()", to: "column.notNull()" },
      {
        file: "app/domain/outbox/scheduling/add-deliveries.server.ts",
        from: '    .onConflict((conflict) => conflict.column("dedupe_key").doNothing())\n',
        to: "",
      },
    ],
    noticedBy: { row: "summaries" },
  },
  {
    name: "what was cut off is sent again without asking",
    changes: [
      {
        file: "app/domain/outbox/state.ts",
        from: 'cut_off: way(["sending"], "unknown",',
        to: 'cut_off: way(["sending"], "ready",',
      },
    ],
    noticedBy: { row: "worker-killed-at-steps" },
  },
  {
    name: "what is lost on the way is not handed over again",
    changes: [
      {
        file: "app/domain/outbox/scheduling/enqueue-due.server.ts",
        from: 'eb("enqueued_at", "<", earlierBy(now, { seconds: secondsUntilLost })),',
        to: "",
      },
    ],
    noticedBy: { row: "redis-gone" },
  },
  {
    name: "the record is written whatever has happened since",
    changes: [
      {
        file: "app/domain/outbox/state.ts",
        from: 'accepted: way(\n    ["sending", "unknown", "ready"],',
        to: 'accepted: way(\n    ["sending", "unknown", "ready", "sent", "delivered", "undelivered", "merged"],',
      },
      {
        file: "app/domain/outbox/state.ts",
        from: 'refused: way(["sending", "unknown"],',
        to: 'refused: way(["sending", "unknown", "sent", "delivered", "undelivered", "merged"],',
      },
    ],
    noticedBy: { row: "reports-in-any-order" },
  },
  {
    name: "a task that is done is reminded of",
    changes: [
      {
        file: "app/domain/reminders/messages/reminder-context.server.ts",
        from: '  if (task.is_completed) return "task_done";\n',
        to: "",
      },
    ],
    noticedBy: { row: "changed-while-sent" },
  },
  {
    name: "a pause outlasts a clock that was set back",
    changes: [
      {
        file: "app/domain/outbox/recovery/clock-rollback.server.ts",
        from: '  await db.deleteFrom("channel_pauses").where("paused_at", ">", ahead).execute();\n',
        to: "",
      },
    ],
    noticedBy: { row: "clock-set" },
  },
];
