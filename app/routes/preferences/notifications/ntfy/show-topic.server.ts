import type { Topic } from "#app/ui/notifications/ntfy-topic.tsx";
import { drawQrCode } from "#app/domain/accounts/factors/qr-code.server.ts";

/** See https://docs.ntfy.sh/subscribe/phone/#ntfy-links. */
export async function showTopic(server: string, topic: string): Promise<Topic> {
  const link = `${server}/${topic}`;
  const isSecure = server.startsWith("https:");
  const options = new URLSearchParams({ display: "Mila", ...(!isSecure && { secure: "false" }) });
  const appLink = `${link.replace(/^https?:/, "ntfy:")}?${options}`;
  return { link, appLink, qrCode: await drawQrCode(appLink) };
}
