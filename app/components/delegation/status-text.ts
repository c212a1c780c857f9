export type RequestStatus =
  | "pending"
  | "accepted"
  | "declined"
  | "done"
  | "completed"
  | "deleted"
  | "withdrawn"
  | "superseded";

export function statusText({ status, asker, holder, canTakeBack, delegateName }: DelegateRequest): {
  heading: string;
  text: string | null;
} {
  if (holder) return { heading: `${holder} has it now, thank you`, text: "Nothing for you to do." };
  const who = asker ?? "The person who asked";
  switch (status) {
    case "pending":
      return { heading: asker ? `${asker} asks: can you do this?` : "Can you do this?", text: null };
    case "accepted":
      return {
        heading: `Thank you, ${delegateName}`,
        text: canTakeBack
          ? `${who} knows you're on it. Come back here when it's done.`
          : "Its time is over. If you did it, please say so here.",
      };
    case "declined":
      return { heading: "You said no", text: `That's all right. ${who} knows. Nothing else for you to do.` };
    case "done":
      return { heading: "Thank you", text: `${who} knows it's done.` };
    case "completed":
      return { heading: "This is already done", text: "Nothing for you to do. Thank you." };
    case "deleted":
      return { heading: "No longer needed", text: `${who} took it off the list. Nothing for you to do.` };
    case "withdrawn":
      return { heading: `${who} cancelled this request`, text: "Nothing for you to do." };
    case "link_ended":
      return {
        heading: "This link has ended",
        text: "Please ask the person who asked you for a new one.",
      };
    case "superseded":
      return { heading: "Someone else was asked", text: "Nothing for you to do." };
  }
}

interface DelegateRequest {
  status: RequestStatus | "link_ended";
  asker: string | null;
  holder: string | null;
  /** False once its date was missed. */
  canTakeBack: boolean;
  delegateName: string;
}
