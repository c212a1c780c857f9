import { useFetcher, useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { failureIn } from "../saving/failure.ts";

interface ReviewReturn {
  onClose: () => void;
  /** A new one opens the dialog again. */
  dialogKey: number;
}

/** Closing the picker of an overdue task goes on to the next one (specification, section 4). */
export function useReviewReturn(close: () => void): ReviewReturn {
  const { pathname, search } = useLocation();
  const { submit, state, data } = useFetcher({ key: "review" });
  const [dialogKey, setDialogKey] = useState(0);
  const isReview = new URLSearchParams(search).get("then") === "overdue";

  const leave = () => {
    if (!isReview) return close();
    setDialogKey((key) => key + 1);
    const fields = { taskId: pathname.split("/")[2] ?? "", choice: "skip" };
    submit(fields, { method: "post", action: "/overdue", preventScrollReset: true });
  };

  // Without a connection, the dialog closes like any other.
  const hasFailed = isReview && state === "idle" && failureIn(data) !== undefined;
  useEffect(() => {
    if (hasFailed) close();
  }, [hasFailed, close]);

  return { dialogKey, onClose: leave };
}
