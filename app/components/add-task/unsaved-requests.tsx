import type { TaskRequest, UnsavedRequest } from "#app/client/saving/use-requests.ts";

interface UnsavedRequestsProps {
  requests: UnsavedRequest[];
  isSending: boolean;
  onRetry: (request: TaskRequest) => void;
}

export function UnsavedRequests({ requests, isSending, onRetry }: UnsavedRequestsProps) {
  if (requests.length === 0) return null;
  return (
    <div className="add-task-unsaved">
      {requests.map(({ text, requestId, reasons }) => (
        <p key={requestId} className="add-task-failed" role="alert">
          <span>
            {reasons.join(" ")} <q dir="auto">{text}</q>
          </span>
          <button type="button" className="text-link" disabled={isSending} onClick={() => onRetry({ text, requestId })}>
            Try again
          </button>
        </p>
      ))}
    </div>
  );
}
