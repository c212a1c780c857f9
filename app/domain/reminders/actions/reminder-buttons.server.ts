import { type LinkBase, reminderActionLink } from "#app/domain/core/links.server.ts";
import type { MessageButton } from "#app/services/sending.ts";

export function reminderButtons(
  base: LinkBase,
  message: { deliveryId: string; version: number },
): MessageButton[] {
  return [
    { type: "done", label: "Done", url: reminderActionLink(base, "done", message) },
    { type: "snooze", label: "In 1 hour", url: reminderActionLink(base, "snooze", message) },
  ];
}
