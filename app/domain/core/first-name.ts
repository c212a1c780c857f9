/** The part of a name before its first space. */
export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? "";
}
