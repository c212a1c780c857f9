const [hour, day] = [60, 24 * 60];

/** "1 hour before", "At the time". */
export function formatLeadTime(minutes: number): string {
  if (minutes === 0) return "At the time";
  if (minutes % day === 0) return `${count(minutes / day, "day")} before`;
  if (minutes % hour === 0) return `${count(minutes / hour, "hour")} before`;
  return `${count(minutes, "minute")} before`;
}

const count = (amount: number, unit: string): string =>
  `${amount} ${unit}${amount === 1 ? "" : "s"}`;
