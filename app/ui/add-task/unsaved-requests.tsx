import { TonightButton } from "../unsaved/tonight-button.tsx";
import type { TaskRequest, UnsavedRequest } from "#app/ui/saving/use-requests.ts";

interface UnsavedRequestsProps {
  requests: UnsavedRequest[];
  isSending: boolean;
  onRetry: (request: TaskRequest) => void;
  onForget: (requestId: string) => void;
}

export function UnsavedRequests({ requests, isSending, onRetry, onForget }: UnsavedRequestsProps) {
  if (requests.length === 0) return null;
  return (
    <div className="add-task-unsaved">
      {requests.map(({ text, requestId, reasons, offersMore }) => (
        <div key={requestId} className="add-task-failed" role="alert">
          <span>
            {reasons.join(" ")}{" "}
            <q dir="auto" className="block font-semibold">
              {text}
            </q>
          </span>
          <span className="toast-offers">
            <button
              type="button"
              className="toast-offer"
              disabled={isSending}
              onClick={() => onRetry({ text, requestId })}
            >
              Try again
            </button>
            {offersMore && (
              <TonightButton
                unsaved={{ action: "/dashboard", fields: [["text", text]] }}
                returnTo={null}
                onReminded={() => onForget(requestId)}
              />
            )}
          </span>
        </div>
      ))}
    </div>
  );
}
