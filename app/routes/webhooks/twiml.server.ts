/** Null sends no reply (https://www.twilio.com/docs/messaging/twiml). */
export function twiml(message: string | null): Response {
  const content =
    message === null
      ? ""
      : `<Message>${message.replace(/[&<>]/g, (character) => entities[character] ?? "")}</Message>`;
  return new Response(`<?xml version="1.0" encoding="UTF-8"?><Response>${content}</Response>`, {
    headers: { "Content-Type": "text/xml; charset=utf-8" },
  });
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
