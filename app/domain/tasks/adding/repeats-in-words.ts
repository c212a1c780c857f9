import type { Repeats } from "#app/domain/parsing/types.ts";

const units: Readonly<Record<string, string>> = {
  MINUTELY: "minute",
  HOURLY: "hour",
  DAILY: "day",
  WEEKLY: "week",
  MONTHLY: "month",
  YEARLY: "year",
};
const weekdays: Readonly<Record<string, string>> = {
  MO: "Monday",
  TU: "Tuesday",
  WE: "Wednesday",
  TH: "Thursday",
  FR: "Friday",
  SA: "Saturday",
  SU: "Sunday",
};

/** "every 2 weeks on Monday and Thursday"; a day of the month is heard in the due date. */
export function repeatsInWords({ rule, from }: Repeats): string {
  const parts = new Map(rule.split(";").map((part) => part.split("=") as [string, string]));
  const unit = units[parts.get("FREQ") ?? ""] ?? "";
  const interval = parts.get("INTERVAL");
  const every = interval ? `every ${interval} ${unit}s` : `every ${unit}`;
  const days = (parts.get("BYDAY") ?? "").split(",").flatMap((day) => weekdays[day] ?? []);
  const on = days.length > 0 ? ` on ${new Intl.ListFormat("en-US").format(days)}` : "";
  return `${every}${on}${from === "done" ? " after it was done" : ""}`;
}
