/** Omits the rows for opaque values, which read no table. */
export function withoutConstants<Row extends Record<string, unknown>>(plan: readonly Row[]): Row[] {
  return plan.filter(({ detail }) => !/^(SCALAR SUBQUERY|SCAN CONSTANT ROW)/.test(String(detail)));
}
