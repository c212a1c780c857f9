import type { SaidRequest, UnsavedRequest } from "#app/client/saving/use-requests.ts";

interface UnsavedRequestsProps {
  requests: UnsavedRequest[];
  isSending: boolean;
  say: (request: SaidRequest) => void;
}

/** What was said and could not be saved, with why, to be said again at a press. */
export function UnsavedRequests({ requests, isSending, say }: UnsavedRequestsProps) {
  if (requests.length === 0) return null;
  return (
    <div className="add-task-unsaved">
      {requests.map((request) => (
        <p key={request.requestId} className="add-task-failed" role="alert">
          <span>
            {request.why.join(" ")} <q dir="auto">{request.words}</q>
          </span>
          <button type="button" className="text-link" disabled={isSending} onClick={() => say(request)}>
            Try again
          </button>
        </p>
      ))}
    </div>
  );
}
