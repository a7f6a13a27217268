/** Fills risks with mitigation tasks into a filled file, for what is measured of them alone. */
import { largeTransaction, statement } from "../db";
import { closeDatabase, openDatabase } from "../db/client";
import { CATEGORIES, IMPACTS, PROBABILITIES, RISK_STATUSES } from "../db/schema/risks";
import { registerRisk } from "../src/areas/risks/register/risks";
import { createTask } from "../src/areas/risks/tasks/tasks";
import type { Actor } from "../src/core/access/actor";
import { ADMIN } from "./fill";
import { type Random, randomFrom } from "./random";
import { description, productName } from "./words";

/** The steps that an installation uses unless it sets others. */
const USED = 4;

const day = (random: Random) => `2026-${String(random.whole(1, 12)).padStart(2, "0")}-${random.whole(10, 28)}`;

/** Returns the actor as whom the administrator of a filled file writes. */
function administrator(): Actor {
  const [admin] = statement<{ id: string }, [string]>("SELECT id FROM users WHERE email = ?").all(ADMIN.email);
  return { userId: admin?.id, role: "admin", permissions: { "*": true } } as unknown as Actor;
}

const contentOf = (random: Random, ownerId: string | null) => ({
  title: `${productName(random)} fails`,
  description: description(random),
  owner_id: ownerId,
  category: random.one(CATEGORIES),
  status: random.one(RISK_STATUSES),
  target_resolution_date: day(random),
  initial_probability: random.one(PROBABILITIES.slice(0, USED)),
  initial_impact: random.one(IMPACTS.slice(0, USED)),
  ...(random.chance(0.5)
    ? {
        residual_probability: random.one(PROBABILITIES.slice(0, USED)),
        residual_impact: random.one(IMPACTS.slice(0, USED)),
      }
    : { residual_probability: null, residual_impact: null }),
});

/** Adds risks, each linked to three cards, and a task to one in four of those that aren't closed. */
export function fillRisks(file: string, risks: number, seed = 1): void {
  openDatabase(file);
  const random = randomFrom(seed);
  const idsOf = (sql: string) =>
    statement<{ id: string }, []>(sql)
      .all()
      .map(({ id }) => id);
  largeTransaction(() => {
    const actor = administrator();
    const cards = idsOf("SELECT id FROM cards WHERE status = 'ACTIVE' ORDER BY seq");
    const owners = idsOf("SELECT id FROM users ORDER BY id LIMIT 100");
    for (let place = 0; place < risks; place++) {
      const linked = new Set([random.one(cards), random.one(cards), random.one(cards)]);
      const risk = registerRisk(actor, contentOf(random, random.chance(0.7) ? random.one(owners) : null), [...linked]);
      if (risk.status !== "closed" && random.chance(0.25))
        createTask(actor, risk.id, {
          title: "Prepare for it",
          due_date: day(random),
          recurrence_unit: "months",
          recurrence_interval: 1,
        });
    }
  });
  closeDatabase();
}
