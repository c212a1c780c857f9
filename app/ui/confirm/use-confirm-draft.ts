import { useNavigate, useNavigation } from "@remix-run/react";
import { type RefObject, useEffect } from "react";

/** Opens the confirm dialog. The text stays in the form until it is saved, so Cancel loses nothing. */
export function useConfirmDraft(form: RefObject<HTMLFormElement>) {
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
