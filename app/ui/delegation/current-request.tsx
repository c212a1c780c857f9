import { Icon } from "../icons/icon.tsx";
import { CopyLink } from "../kit/copy-link.tsx";
import { ButtonForm } from "../shell/page-form.tsx";
import { type Entry, RequestEntry } from "./request-history.tsx";

interface CurrentRequestProps {
  taskId: string;
  request: Entry;
  /** The delegate's page, while it accepts an answer. */
  link: string | null;
  canWithdraw: boolean;
}

export function CurrentRequest({ taskId, request, link, canWithdraw }: CurrentRequestProps) {
  const mustSendLink = request.method === "link" && request.status === "pending";
  return (
    <section className="current-request" aria-label="Current request">
      <RequestEntry entry={request} />
      {link && (
        <CopyLink
          id="request-link"
          label={mustSendLink ? "Send them this link" : "Or send them the link yourself"}
          link={link}
        />
      )}
      {canWithdraw && (
        <ButtonForm action={`/tasks/${taskId}/withdraw`}>
          <button type="submit" className="text-link gap-1">
            <Icon name="undo-2" />
            Cancel request
          </button>
        </ButtonForm>
      )}
    </section>
  );
}
