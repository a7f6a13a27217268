/** The demo landscape's processes, and how they depend on each other: what can be loaded without the rest. */

export const processes = `
name                              | subtype  | processType | maturity | automationLevel    | riskLevel | frequency  | regulatoryRelevance | external_id | lifecycle
Develop Products                  | category | core        | defined  |                    | medium    |            |                     | P-1
: Everything between an idea and the first batch for sale.
  Launch a Meal                   | group    | core        | defined  | partiallyAutomated | medium    | monthly    | yes                 | P-1.1
    Formulate a Recipe            | process  | core        | measured | partiallyAutomated | medium    | weekly     | yes                 | P-1.1.1
    : Cooking, tasting, calculating nutrition and cost, and once more from the beginning.
    Release a Specification       | process  | core        | defined  | partiallyAutomated | high      | weekly     | yes                 | P-1.1.2
    : Quality, purchasing and production sign that the meal can be made as it is written.
    Approve a Label               | process  | core        | defined  | manual             | critical  | weekly     | yes                 | P-1.1.3
    : Two people read every allergen against the recipe. Still on paper.
Make Products                     | category | core        | managed  |                    | high      |            |                     | P-2
: From the sales forecast to the released pallet.
  Plan Production                 | group    | core        | managed  | partiallyAutomated | medium    | weekly     |                     | P-2.1
    Forecast Demand               | process  | core        | managed  | partiallyAutomated | medium    | weekly     |                     | P-2.1.1
    Schedule the Lines            | process  | core        | defined  | partiallyAutomated | medium    | daily      |                     | P-2.1.2
    : Allergens decide the order: what holds nuts runs last, then the line is washed.
    Order Ingredients             | process  | core        | managed  | fullyAutomated     | medium    | daily      |                     | P-2.1.3
  Run Production                  | group    | core        | managed  | partiallyAutomated | high      | continuous | yes                 | P-2.2
    Receive Ingredients           | process  | core        | defined  | partiallyAutomated | high      | daily      | yes                 | P-2.2.1
    Produce a Batch               | process  | core        | defined  | partiallyAutomated | high      | continuous | yes                 | P-2.2.2
    : Weigh, cook, cool, fill, freeze, pack, with a record of each step.
      Produce a Batch of Fish     | variant  | core        | managed  | manual             | critical  | continuous | yes                 | P-2.2.2a
      : As in Saltby: without cooking, on ice, and with a paper sheet that goes along with each tub.
      Freeze the Harvest          | variant  | core        | managed  | partiallyAutomated | high      | continuous | yes                 | P-2.2.2b
    Release a Batch               | process  | core        | measured | partiallyAutomated | critical  | continuous | yes                 | P-2.2.3
    : Nothing leaves before the laboratory has said so.
    Maintain a Line               | process  | support     | managed  | partiallyAutomated | medium    | weekly     |                     | P-2.2.4
Deliver                           | category | core        | defined  |                    | medium    |            |                     | P-3
  Store and Pick                  | group    | core        | defined  | partiallyAutomated | medium    | continuous |                     | P-3.1
    Put Pallets Away              | process  | core        | measured | fullyAutomated     | low       | continuous |                     | P-3.1.1
    Pick an Order                 | process  | core        | defined  | partiallyAutomated | medium    | continuous |                     | P-3.1.2
  Transport                       | group    | core        | managed  | partiallyAutomated | high      | daily      | yes                 | P-3.2
    Plan the Tours                | process  | core        | managed  | partiallyAutomated | medium    | daily      |                     | P-3.2.1
    Deliver to the Customer       | process  | core        | defined  | partiallyAutomated | high      | daily      | yes                 | P-3.2.2
    Settle a Claim                | process  | support     | initial  | manual             | medium    | daily      |                     | P-3.2.3
Sell                              | category | core        | managed  |                    | medium    |            |                     | P-4
  Take Orders                     | group    | core        | defined  | partiallyAutomated | medium    | continuous |                     | P-4.1
    Take a Grocer's Order         | process  | core        | measured | fullyAutomated     | medium    | continuous |                     | P-4.1.1
    Take a Kitchen's Order        | process  | core        | initial  | manual             | medium    | daily      |                     | P-4.1.2     | . . -20 +1 .
    : Eight people at telephones, from five in the morning.
    Take a Kitchen's Order Online | process  | core        | initial  | fullyAutomated     | low       | continuous |                     | P-4.1.3     | -0.25 +0.5 +1 . .
    : What the web shop does for households, for those who cook for three hundred.
    Take a Web Order              | process  | core        | defined  | fullyAutomated     | medium    | continuous | yes                 | P-4.1.4
  Run a Promotion                 | group    | core        | initial  | manual             | medium    | weekly     |                     | P-4.2
Manage Quality                    | category | management  | defined  |                    | critical  |            | yes                 | P-5
  Recall a Product                | process  | management  | initial  | manual             | critical  | adHoc      | yes                 | P-5.1
  : Find every pallet that holds a suspicious lot, stop it, and tell everybody who has one.
  Qualify a Supplier              | process  | management  | managed  | partiallyAutomated | medium    | monthly    | yes                 | P-5.2
  Audit a Plant                   | process  | management  | defined  | manual             | medium    | quarterly  | yes                 | P-5.3
Support the Business              | category | support     | defined  |                    | medium    |            |                     | P-6
  Purchase to Payment             | group    | support     | managed  | partiallyAutomated | medium    | daily      |                     | P-6.1
    Approve an Invoice            | process  | support     | managed  | partiallyAutomated | medium    | daily      | yes                 | P-6.1.1
    Pay Suppliers                 | process  | support     | defined  | fullyAutomated     | high      | weekly     | yes                 | P-6.1.2
  Close the Month                 | process  | support     | managed  | partiallyAutomated | high      | monthly    | yes                 | P-6.2
  : Nine working days for the group, of which four go into waiting for Saltby.
  Hire Somebody                   | process  | support     | defined  | manual             | low       | adHoc      |                     | P-6.3
  Pay Wages                       | process  | support     | measured | fullyAutomated     | high      | monthly    | yes                 | P-6.4
  Handle an Incident              | process  | support     | defined  | partiallyAutomated | medium    | daily      |                     | P-6.5
`;

export const processRelations = {
  relProcessDependency: `
Release a Specification -> Formulate a Recipe
Approve a Label -> Release a Specification
Schedule the Lines -> Forecast Demand
Order Ingredients -> Schedule the Lines
Produce a Batch -> Schedule the Lines; Receive Ingredients; Approve a Label
Release a Batch -> Produce a Batch
Pick an Order -> Put Pallets Away; Release a Batch; Take Orders
Plan the Tours -> Take Orders
Deliver to the Customer -> Pick an Order; Plan the Tours
Settle a Claim -> Deliver to the Customer
Run a Promotion -> Forecast Demand
Pay Suppliers -> Approve an Invoice
Receive Ingredients -> Qualify a Supplier
Recall a Product -> Release a Batch
Pay Wages -> Hire Somebody`,
  relProcessSuccessor: `
Take a Kitchen's Order Online -> Take a Kitchen's Order`,
};
