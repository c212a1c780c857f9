import { expect, test } from "vitest";
import type { DueDelivery } from "#app/domain/outbox/scheduling/enqueue-due.server.ts";
import type { Channel } from "#db/schema.ts";
import { everyChannel } from "#app/channels.ts";
import { listJobs, listLanes } from "#jobs/redis/redis-lanes.ts";

const deliver = async () => null;
const lanes = listLanes({
  deliver,
  concurrency: () => 50,
  canBatch: (channel) => channel === "sms",
});

const due = (id: string, channel: Channel, isUrgent = false, attempts = 0): DueDelivery => ({
  id,
  channel,
  isUrgent,
  attempts,
});

/** What each queue gets. */
const jobsOf = (deliveries: DueDelivery[]) =>
  Object.fromEntries(
    lanes.flatMap((lane) => {
      const jobs = listJobs(lane, deliveries);
      return jobs.length > 0
        ? [[lane.name, jobs.map(({ data, opts }) => ({ ids: data.ids, ...opts }))]]
        : [];
    }),
  );

test("every channel has a queue, and each delivery is in one job", () => {
  const deliveries = everyChannel.flatMap((channel) => [
    due(`${channel}-1`, channel),
    due(`${channel}-2`, channel, true),
  ]);
  const ids = lanes.flatMap((lane) => listJobs(lane, deliveries)).flatMap(({ data }) => data.ids);
  expect(ids.toSorted()).toEqual(deliveries.map(({ id }) => id).toSorted());
});

test("urgent messages have places of their own beside jobs of several, and go first elsewhere", () => {
  const places = lanes
    .filter(({ channel }) => channel === "sms")
    .map(({ name, concurrency }) => [name, concurrency]);
  expect(places).toEqual([
    ["sms", 50],
    ["sms-urgent", 5],
  ]);
  expect(
    jobsOf([due("a", "sms"), due("b", "sms", true), due("c", "email"), due("d", "email", true)]),
  ).toEqual({
    sms: [{ ids: ["a"], jobId: "a-0", priority: 1 }],
    "sms-urgent": [{ ids: ["b"], jobId: "b-0" }],
    email: [
      { ids: ["c"], jobId: "c-0", priority: 1 },
      { ids: ["d"], jobId: "d-0" },
    ],
  });
});

const texts = (count: number, attempts = 0) =>
  Array.from({ length: count }, (_, index) => due(`${index}`, "sms", false, attempts));

test.for([
  [1, 1, 1],
  [10, 10, 1],
  [35, 9, 4],
  [300, 10, 30],
  [500, 10, 50],
  [2_050, 41, 50],
] as const)("of %i due messages, %i jobs have %i each at most", ([count, jobs, most]) => {
  const sizes = jobsOf(texts(count)).sms?.map(({ ids }) => ids.length) ?? [];
  expect([sizes.length, Math.max(...sizes), sizes.reduce((sum, size) => sum + size)]).toEqual([
    jobs,
    most,
    count,
  ]);
});

test("the same deliveries after the same attempts are the same job", () => {
  const { sms: first } = jobsOf(texts(35));
  expect(jobsOf(texts(35)).sms).toEqual(first);
  expect(jobsOf(texts(35, 1)).sms?.[0]?.jobId).not.toBe(first?.[0]?.jobId);
});
