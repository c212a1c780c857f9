import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import type { WelcomeQuestion } from "#app/domain/preferences/welcome/input.ts";
import { AppShell } from "#app/ui/shell/app-shell.tsx";
import { failureToast, Toasts } from "#app/ui/live/toast.tsx";

interface WelcomePageProps {
  question: WelcomeQuestion;
  /** "Question 2 of 3". */
  step: string | null;
  heading: string;
  hint: string;
  answer: unknown;
  children: ReactNode;
}

export function WelcomePage({ question, step, heading, hint, answer, children }: WelcomePageProps) {
  return (
    <AppShell>
      <div className="form-page welcome">
        <Toasts toast={failureToast(answer)} />
        {step && <p className="welcome-step">{step}</p>}
        <h1 className="page-title">{heading}</h1>
        <p className="welcome-hint">{hint}</p>
        {children}
        <Form method="post" action="/welcome/skip">
          <input type="hidden" name="question" value={question} />
          <button type="submit" className="button-secondary w-full">
            Skip
          </button>
        </Form>
      </div>
    </AppShell>
  );
}
