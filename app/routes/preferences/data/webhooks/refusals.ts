import { maxWebhooks } from "#app/domain/webhooks/limits.ts";
import type { NotAdded } from "#app/domain/webhooks/webhooks.server.ts";

export const addressRefusals: Record<NotAdded, string> = {
  there_already: "Your household has a webhook to this address already",
  too_many: `You can have up to ${maxWebhooks} webhooks. Remove one to add another.`,
  too_often: "That was a lot of webhooks within an hour. Please try again later.",
  not_allowed:
    "I call only addresses with https, and only outside of the network I'm in. " +
      "Mila's owner can allow others.",
};

export const sendingRefusals = {
  held: "I wait until Mila's owner lets me send again.",
  off: "It is switched off. Switch it on first.",
  too_often: "I've tried your webhooks often within this hour. Please try again later.",
};
