/** A cookie's value as Remix writes it: JSON in base64. */
export const cookieValue = (value: unknown): string => encodeURIComponent(btoa(JSON.stringify(value)));
