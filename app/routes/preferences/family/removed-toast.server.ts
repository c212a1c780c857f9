import { isOpenAgain } from "#app/ui/family/copy.ts";
import { toast } from "#app/server/toast.server.ts";

/** @param accepted titles of the tasks they had said yes to */
export function removedToast(accepted: readonly string[] = []) {
  return toast(
    "success",
    "Member removed",
    accepted.length > 0 ? { message: isOpenAgain(accepted) } : {},
  );
}
