import { useFetcher } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";
import { failureToast, type Toast } from "../live/toast.tsx";
import { watchDrags } from "./drag-to-day.ts";

interface Answer {
  /** Somebody else has changed the task since. */
  news?: { deleted: string | null; changed: string | null } | null;
}

interface DragToDay {
  /** The element with the tasks and the days. */
  root: RefObject<HTMLDivElement>;
  /** The task that is on its way. */
  movingId: string | undefined;
  failure: Toast | undefined;
}

/** Sends the form of the date's page for a task that was dropped on a day. */
export function useDragToDay(page: string): DragToDay {
  const root = useRef<HTMLDivElement>(null);
  const { submit, state, formAction, data } = useFetcher<Answer>();

  useEffect(() => {
    if (!root.current) return;
    return watchDrags(root.current, ({ taskId, isAnyTime, ...date }) =>
      submit(
        { ...date, ...(isAnyTime && { anyTime: "on" }), redirectTo: page },
        { method: "post", action: `/tasks/${taskId}/date`, preventScrollReset: true },
      ),
    );
  }, [submit, page]);

  const isSending = state !== "idle";
  return {
    root,
    movingId: isSending ? formAction?.split("/")[2] : undefined,
    failure: isSending ? undefined : (failureToast(data) ?? newsToast(data)),
  };
}

function newsToast(answer: Answer | undefined): Toast | undefined {
  const words = answer?.news && (answer.news.deleted ?? answer.news.changed);
  if (!words) return undefined;
  return { id: "changed", kind: "error", title: "Nothing changed", message: `${words}.` };
}
