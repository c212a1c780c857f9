export type RequestStatus =
  "pending" | "accepted" | "declined" | "done" | "completed" | "deleted" | "withdrawn" | "superseded";

/** What the delegate reads on the request's page. */
export function statusText({ standing, asker, delegateName }: DelegateRequest): {
  heading: string;
  text: string | null;
} {
  const who = asker ?? "Your family";
  switch (standing) {
    case "pending":
      return { heading: `${who} asks: can you do this?`, text: null };
    case "accepted":
      return {
        heading: `Thank you, ${delegateName}!`,
        text: `${who} knows that you do it. Tell them here when it is done.`,
      };
    case "declined":
      return { heading: "You said no", text: `That's all right. ${who} knows, and you need do nothing.` };
    case "done":
      return { heading: `Thank you, ${delegateName}!`, text: `${who} knows that it is done.` };
    case "completed":
      return { heading: "It is done already", text: "There is nothing left to do. Thank you!" };
    case "deleted":
      return { heading: "It is not needed any more", text: `${who} has taken it off the list. You need do nothing.` };
    case "withdrawn":
      return { heading: `${who} took it back`, text: "You need do nothing." };
    case "superseded":
      return { heading: "Somebody else was asked", text: "You need do nothing." };
  }
}

interface DelegateRequest {
  standing: RequestStatus;
  asker: string | null;
  delegateName: string;
}
