import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState, type RefObject } from "react";
import { useVoice, type Voice } from "#app/ui/add-task/voice/use-voice.ts";
import { Icon } from "#app/ui/icons/icon.tsx";
import { Toasts } from "#app/ui/live/toast.tsx";
import { useCopiedAt } from "#app/ui/offline/use-copy.ts";
import { useShared } from "./use-shared.ts";
import { randomId } from "#app/ui/saving/random-id.ts";
import { useRequests, type TaskRequest, type UnsavedRequest } from "#app/ui/saving/use-requests.ts";
import { TonightButton } from "#app/ui/unsaved/tonight-button.tsx";
import { useRequestContext } from "../shell/request-context.tsx";
import { DateQuestion, type UndatedTask } from "./date-question.tsx";
import { whenBusy } from "#app/ui/kit/when-busy.ts";
import { RequestInput } from "./request-input.tsx";

interface AddTaskProps {
  /** The text that was typed before signing in again, or refused by the server. */
  text: string;
  errors?: string[];
  /** A task that was just added. */
  undated?: UndatedTask | null;
}

export function AddTask({ text, errors, undated }: AddTaskProps) {
  const { requestId: fromServer } = useRequestContext();
  const [requestId] = useState(() => fromServer || randomId());
  const { sendRequest, forgetRequest, isSending, sendingText, unsaved } = useRequests();
  const form = useRef<HTMLFormElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  useGrownHeight(bar);
  const { confirmDraft, confirmingText } = useConfirmDraft(form);
  const voice = useVoice((words) => confirmDraft(words, { wasSpoken: true }));
  const isCopy = useCopiedAt() !== undefined;
  // Without a connection, nothing can be reviewed.
  const sharedToast = useShared("/dashboard", form, isCopy ? undefined : confirmDraft);
  const pendingText = sendingText ?? confirmingText;
  // A shortcut may be used while the page is open.
  const location = useLocation();

  useEffect(() => {
    // The installed app's shortcut, or words that can't be reviewed without a connection.
    const words = new URLSearchParams(location.hash.slice(1)).get("add");
    const input = form.current?.querySelector("textarea");
    if (words === null || !input) return;
    input.focus();
    if (words) input.value = words;
    // Removes the text from the URL, so that a reload does not bring it back.
    window.history.replaceState(window.history.state, "", location.pathname + location.search);
  }, [location]);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const input = event.currentTarget.elements.namedItem("text") as HTMLTextAreaElement;
    if (!input.value.trim() || isSending) return;
    const wantsConfirm = (event.nativeEvent as SubmitEvent).submitter?.hasAttribute("formaction");
    if (wantsConfirm) return confirmDraft(input.value);
    // The form's own id is valid for only one submission without JavaScript.
    sendRequest({ text: input.value, requestId: randomId() });
    input.value = "";
    input.style.height = "";
    input.focus();
  };

  return (
    <div ref={bar} className="add-task">
      <DateQuestion task={undated} />
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
        <p id="add-task-error" className="field-error" role="alert">
          {errors.join(" ")}
        </p>
      )}
      <VoiceState voice={voice} />
      {sharedToast && <Toasts toast={sharedToast} />}
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

/** The height of the empty input in rem, as `base.css` has it. */
const usualHeight = 4.5;

/**
 * Tells the styles the input's height once it has grown. The styles have a default for the
 * usual height, because each change restyles the whole page.
 */
function useGrownHeight(bar: RefObject<HTMLElement>): void {
  useEffect(() => {
    const { current } = bar;
    if (!current) return;
    const { style } = document.documentElement;
    const usual =
      usualHeight * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const observer = new ResizeObserver(() => {
      const height = current.offsetHeight;
      if (height > usual) style.setProperty("--add-task-height", `${height}px`);
      else style.removeProperty("--add-task-height");
    });
    observer.observe(current);
    return () => {
      observer.disconnect();
      style.removeProperty("--add-task-height");
    };
  }, [bar]);
}

function SendButton({ isSending }: { isSending: boolean }) {
  return (
    <button
      type="submit"
      className="add-task-send"
      aria-label="Send"
      {...whenBusy(isSending)}
      aria-busy={isSending || undefined}
    >
      <Icon name="send-horizontal" />
      {/* There, Enter only breaks the line. */}
      <noscript>Send</noscript>
    </button>
  );
}

/** Must come after the send button, because Enter presses a form's first button. */
function ConfirmButton() {
  return (
    <button
      type="submit"
      className="add-task-confirm"
      aria-label="Review before adding"
      formMethod="get"
      formAction="/tasks/confirm"
    >
      <Icon name="list-checks" />
    </button>
  );
}

interface UnsavedRequestsProps {
  requests: UnsavedRequest[];
  isSending: boolean;
  onRetry: (request: TaskRequest) => void;
  onForget: (requestId: string) => void;
}

function UnsavedRequests({ requests, isSending, onRetry, onForget }: UnsavedRequestsProps) {
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

function VoiceButton({ voice }: { voice: Voice }) {
  if (!voice.isReady) return null;
  return (
    <button
      type="button"
      className="add-task-voice"
      aria-label="Voice input"
      aria-pressed={voice.isListening}
      onClick={() => void voice.toggle()}
    >
      <Icon name={voice.isListening ? "square" : "mic"} />
    </button>
  );
}

function VoiceState({ voice }: { voice: Voice }) {
  const { isReady, isListening, words, failure, cancel } = voice;
  if (!isReady) return null;
  return (
    <>
      <p className="sr-only" aria-live="polite">
        {isListening ? "Listening" : ""}
      </p>
      {isListening && (
        <div className="listening">
          <span className="listening-dot" aria-hidden="true" />
          <div className="min-w-0 grow">
            <p className="font-bold text-brand">Listening…</p>
            <p className={words ? "listening-words" : "text-ink-soft"} dir="auto">
              {words || "I'm all ears."}
            </p>
          </div>
          <button type="button" className="text-link shrink-0" onClick={cancel}>
            Cancel
          </button>
        </div>
      )}
      {failure && <Toasts toast={{ id: "voice", kind: "error", ...failure }} />}
    </>
  );
}

/**
 * Opens the confirm dialog. The text stays in the form until it is saved, so Cancel loses nothing.
 */
function useConfirmDraft(form: RefObject<HTMLFormElement>) {
  const navigate = useNavigate();
  const { formAction, location } = useNavigation();

  const isSaved =
    formAction?.startsWith("/tasks/confirm") && location?.pathname !== "/tasks/confirm";
  useEffect(() => {
    if (isSaved) form.current?.reset();
  }, [isSaved, form]);

  const confirmDraft = (text: string, state?: { wasSpoken: boolean }) =>
    navigate(
      `/tasks/confirm?${new URLSearchParams({ text, ...(state?.wasSpoken && { spoken: "on" }) })}`,
      {
        state,
        preventScrollReset: true,
      },
    );
  const isOpening = location?.pathname === "/tasks/confirm" && !formAction;
  return {
    confirmDraft,
    confirmingText: isOpening ? new URLSearchParams(location.search).get("text") : null,
  };
}
