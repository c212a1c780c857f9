import { useLocation } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useConfirmDraft } from "#app/ui/confirm/use-confirm-draft.ts";
import { randomId } from "#app/ui/saving/random-id.ts";
import { useRequests } from "#app/ui/saving/use-requests.ts";
import { useOwnHeight } from "#app/ui/add-task/use-own-height.ts";
import { useVoice } from "#app/ui/add-task/voice/use-voice.ts";
import { useRequestContext } from "../shell/request-context.tsx";
import { ConfirmButton, SendButton } from "./add-task-buttons.tsx";
import { RequestInput } from "./request-input.tsx";
import { UnsavedRequests } from "./unsaved-requests.tsx";
import { VoiceButton, VoiceState } from "./voice-button.tsx";

interface AddTaskProps {
  /** Typed before signing in again, or refused by the server. */
  text: string;
  errors?: string[];
}

export function AddTask({ text, errors }: AddTaskProps) {
  const { requestId: fromServer } = useRequestContext();
  const [requestId] = useState(() => fromServer || randomId());
  const { sendRequest, forgetRequest, isSending, sendingText, unsaved } = useRequests();
  const form = useRef<HTMLFormElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  useOwnHeight(bar, "--add-task-height");
  const { confirmDraft, confirmingText } = useConfirmDraft(form);
  const voice = useVoice((words) => confirmDraft(words, { wasSpoken: true }));
  const pendingText = sendingText ?? confirmingText;
  // A shortcut may find the page open.
  const location = useLocation();

  useEffect(() => {
    // The installed app's shortcut, or what another app shares without a connection.
    const shared = new URLSearchParams(location.hash.slice(1)).get("add");
    const input = form.current?.querySelector("textarea");
    if (shared === null || !input) return;
    input.focus();
    if (shared) input.value = shared;
    // A reload must not bring it back once it was sent.
    window.history.replaceState(window.history.state, "", location.pathname + location.search);
  }, [location]);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const input = event.currentTarget.elements.namedItem("text") as HTMLTextAreaElement;
    if (!input.value.trim() || isSending) return;
    const wantsConfirm = (event.nativeEvent as SubmitEvent).submitter?.hasAttribute("formaction");
    if (wantsConfirm) return confirmDraft(input.value);
    // The form's own id is only good for one submission without JavaScript.
    sendRequest({ text: input.value, requestId: randomId() });
    input.value = "";
    input.style.height = "";
    input.focus();
  };

  return (
    <div ref={bar} className="add-task">
      <form
        ref={form}
        method="post"
        action="/dashboard"
        className="add-task-form"
        onSubmit={onSubmit}
        autoComplete="off"
      >
        {/* Used when the form is sent without JavaScript. */}
        <input type="hidden" name="requestId" value={requestId} suppressHydrationWarning />
        <RequestInput text={text} hasError={errors !== undefined} />
        <VoiceButton voice={voice} />
        <SendButton isSending={isSending} />
        <ConfirmButton />
      </form>
      {errors && (
        <p id="add-task-error" className="field-error">
          {errors.join(" ")}
        </p>
      )}
      <VoiceState voice={voice} />
      {pendingText && (
        <p className="add-task-pending" dir="auto">
          {pendingText}
        </p>
      )}
      <UnsavedRequests
        requests={unsaved}
        isSending={isSending}
        onRetry={sendRequest}
        onForget={forgetRequest}
      />
    </div>
  );
}
