import { useNavigate, useNavigation } from "@remix-run/react";
import { type RefObject, useEffect } from "react";

/** Looking at what was understood before it is saved, in the dialog of /tasks/confirm. */
export function useLook(form: RefObject<HTMLFormElement>) {
  const navigate = useNavigate();
  const { formAction, location } = useNavigation();

  // What was typed stays in the input until it is saved, so that Cancel loses nothing.
  const isSaved = formAction?.startsWith("/tasks/confirm") && location?.pathname !== "/tasks/confirm";
  useEffect(() => {
    if (isSaved) form.current?.reset();
  }, [isSaved, form]);

  const look = (text: string, state?: { wasSpoken: boolean }) =>
    navigate(`/tasks/confirm?${new URLSearchParams({ text })}`, { state, preventScrollReset: true });
  const isOpening = location?.pathname === "/tasks/confirm" && !formAction;
  return { look, lookedAt: isOpening ? new URLSearchParams(location.search).get("text") : null };
}
