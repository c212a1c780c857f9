const format = new Intl.DateTimeFormat("en-US", {
  hour: "numeric",
  minute: "2-digit",
  hour12: true,
  timeZone: "UTC",
});

/** "6:30 PM" for "18:30". */
export function spokenTime(time: string): string {
  return format.format(new Date(`2000-01-01T${time}Z`));
}
