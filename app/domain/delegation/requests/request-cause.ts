export function requestCause(id: string): string {
  return `delegation_request:${id}`;
}
