/** Remix encodes cookie values as JSON in base64. */
export const cookieValue = (value: unknown): string =>
  encodeURIComponent(btoa(JSON.stringify(value)));
