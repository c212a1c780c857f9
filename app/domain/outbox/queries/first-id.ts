/**
 * Returns the smallest id that can have been made at this instant: ids start with their time (UUID
 * version 7).
 */
export function firstIdAt(instant: string): string {
  const time = Date.parse(instant).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}
