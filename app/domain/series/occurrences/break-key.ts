/** "the school holiday" is "School holidays". */
export function breakKey(name: string): string {
  return name
    .toLowerCase()
    .replace(/^the\s+/, "")
    .replace(/s$/, "");
}
