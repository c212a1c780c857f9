/** No id that was made at this instant or later is smaller: ids start with their time (UUID version 7). */
export function firstIdAt(instant: string): string {
  const time = Date.parse(instant).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}
