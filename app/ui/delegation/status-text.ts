export type RequestStatus =
  | "pending"
  | "accepted"
  | "declined"
  | "done"
  | "completed"
  | "deleted"
  | "withdrawn"
  | "superseded";

type EndReason =
  | "asker"
  | "other"
  | "left"
  | "left_and_back"
  | "asked_again"
  | "taken"
  | "given"
  | "deleted"
  | "skipped"
  | "missed"
  | "open_again"
  | "back_again";

export interface DelegateRequest {
  status: RequestStatus | "link_ended";
  why: EndReason | null;
  asker: string | null;
  holder: string | null;
  /** The due date at the time of the yes, if it has changed since. */
  agreedWhen: string | null;
  /** Set if only one of the accepted request and the task has a date. */
  dateChange: "gone" | "added" | null;
  /** True if the delegate said yes, and the date was missed, or changed and is over. */
  isOver: boolean;
  isHandedOver: boolean;
  /** True if the delegate said yes to all, and the series goes on. */
  isEveryTime: boolean;
  delegateName: string;
}

interface StatusText {
  heading: string;
  text: string | null;
}

const nothing = "Nothing for you to do.";

export function statusText(request: DelegateRequest): StatusText {
  const { status, why, asker, holder, isHandedOver } = request;
  if (holder) return { heading: `${holder} has it now, thank you`, text: nothing };
  const who = asker ?? (isHandedOver ? "The household" : "The person who asked");
  switch (status) {
    case "pending":
      return {
        heading: asker ? `${asker} asks: can you do this?` : "Can you do this?",
        text: isHandedOver ? `The person who asked you has left, so ${who} asks now.` : null,
      };
    case "accepted":
      return acceptedText(request, who);
    case "declined":
      return declinedText(request, who);
    case "done":
      return { heading: "Thank you", text: `${who} knows it's done.` };
    case "completed":
      return completedText(why);
    case "deleted":
      return deletedText(why);
    case "withdrawn":
      return withdrawnText(why, who);
    case "link_ended":
      return { heading: "This link has ended", text: linkEnded(isHandedOver) };
    case "superseded":
      return supersededText(why);
  }
}

const dateChanges = {
  gone: "It has no date any more. Still fine?",
  added: "It had no date when you said yes. Still fine?",
};

function acceptedText(
  { delegateName, agreedWhen, dateChange, isOver, isHandedOver }: DelegateRequest,
  who: string,
): StatusText {
  const heading = `Thank you, ${delegateName}`;
  if (isOver) return { heading, text: "Its time is over. Did you do it?" };
  const asks = isHandedOver
    ? `The person who asked you has left, so ${who} counts on you now.`
    : null;
  const moved = dateChange
    ? dateChanges[dateChange]
    : agreedWhen && `The time has changed since you said yes: it was ${agreedWhen}. Still fine?`;
  const knows = isHandedOver ? null : `${who} knows you're on it.`;
  return {
    heading,
    text: [asks, moved ?? knows, "Come back here when it's done."].filter(Boolean).join(" "),
  };
}

function declinedText({ isEveryTime }: DelegateRequest, who: string): StatusText {
  const knows = `That's all right. ${who} knows.`;
  return isEveryTime
    ? { heading: "Not this time", text: `${knows} The next ones are yours again.` }
    : { heading: "You said no", text: `${knows} Nothing else for you to do.` };
}

function completedText(why: EndReason | null): StatusText {
  return why === "open_again"
    ? { heading: "This request has ended", text: `It was done meanwhile. ${nothing}` }
    : { heading: "This is already done", text: `${nothing} Thank you.` };
}

function deletedText(why: EndReason | null): StatusText {
  if (why === "back_again")
    return {
      heading: "This request has ended",
      text: `It was off the list meanwhile. ${nothing}`,
    };
  if (why === "missed") return { heading: "Its time is over", text: nothing };
  if (why === "skipped")
    return { heading: "No longer needed this time", text: `It was skipped. ${nothing}` };
  const what = why === "deleted" ? "It was deleted." : "It is not on the list any more.";
  return { heading: "No longer needed", text: `${what} ${nothing}` };
}

function withdrawnText(why: EndReason | null, who: string): StatusText {
  if (why === "left")
    return {
      heading: "This request has ended",
      text: `You are not in this family's list any more. ${nothing}`,
    };
  if (why === "left_and_back")
    return {
      heading: "This request has ended",
      text: `It ended as you left the household. ${nothing}`,
    };
  return {
    heading: why === "asker" ? `${who} cancelled this request` : "This request was cancelled",
    text: nothing,
  };
}

function supersededText(why: EndReason | null): StatusText {
  if (why === "asked_again")
    return {
      heading: "You were asked again",
      text: "Please answer in the newest message or link.",
    };
  return {
    heading: why === null ? "Someone else was asked" : "Someone else has it now",
    text: nothing,
  };
}

const linkEnded = (isHandedOver: boolean) =>
  isHandedOver
    ? "The person who asked you has left the household. Someone there can give you a new link."
    : "Links end when someone leaves the household or changes their password. Please ask the person who asked you for a new one.";
