/** Applies users: who is unknown gets an account that is not active. */
import { createUser, findUserByEmail } from "../../../core/access/accounts";
import { type Pass, skipped } from "./pass";

export const userPass: Pass<"user"> = {
  conflict: "skipped",
  begin: ({ actor, isPlanned }) => ({
    apply({ payload: { email } }) {
      const known = findUserByEmail(email);
      if (known) return { outcome: "skipped", targetId: known.id };
      if (isPlanned) return skipped("A scenario creates no accounts");
      const { id } = createUser({ email, display_name: email, role: "member", is_active: false }, actor);
      return { outcome: "created", targetId: id };
    },
  }),
};
