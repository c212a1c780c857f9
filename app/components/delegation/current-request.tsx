import { Undo2 } from "lucide-react";
import { CopyLink } from "../ui/copy-link.tsx";
import { ButtonForm } from "../ui/page-form.tsx";
import { type Entry, RequestEntry } from "./request-history.tsx";

interface CurrentRequestProps {
  taskId: string;
  request: Entry;
  /** To their page, while there is something that they can say. */
  link: string | null;
  canBeTakenBack: boolean;
}

/** The request that stands: how far it is, and taking it back. */
export function CurrentRequest({ taskId, request, link, canBeTakenBack }: CurrentRequestProps) {
  const isTheWay = request.method === "link" && request.standing === "pending";
  return (
    <section className="current-request" aria-label="The request that stands">
      <RequestEntry entry={request} />
      {link && (
        <CopyLink
          id="request-link"
          label={isTheWay ? "Send them this link" : "Their link, if you want to send it yourself"}
          link={link}
        />
      )}
      {canBeTakenBack && (
        <ButtonForm action={`/tasks/${taskId}/withdraw`}>
          <button type="submit" className="text-link gap-1">
            <Undo2 className="icon" aria-hidden="true" />
            Take it back
          </button>
        </ButtonForm>
      )}
    </section>
  );
}
