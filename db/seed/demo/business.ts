/** The demo landscape's business: who there is, what they are able to do, and for whom. */

export const organizations = `
name                            | subtype      | headCount | location       | lifecycle
Merrowdale Foods Group          | legalEntity  | 2640      | Merrowdale     | . . -41 . .
: Parent company of a maker of frozen and chilled meals with three plants, a cold-chain fleet of its own and a web shop.
  Merrowdale Production Ltd     | legalEntity  | 1480      | Eastmoor       | . . -33 . .
  : Owns the plants and employs everybody who works in them.
    Eastmoor Plant              | businessUnit | 720       | Eastmoor       | . . -33 . .
    : The largest plant: ready meals on four lines, in three shifts.
    Saltby Plant                | businessUnit | 430       | Saltby Harbour | . . -6 . .
    : Fish from landing to fillet; bought six years ago together with its own systems.
    Orrin Plant                 | businessUnit | 330       | Orrin Valley   | . . -19 . .
    : Vegetables, frozen within hours of the harvest; runs day and night from June to October.
  Merrowdale Cold Logistics Ltd | legalEntity  | 510       | Eastmoor       | . . -22 . .
  : Two deep-freeze warehouses and ninety lorries; a fifth of its work is for other companies.
    Deep-Freeze Warehouses      | businessUnit | 260       | Eastmoor       | . . -22 . .
    : Twenty-six thousand pallet places in two buildings.
    Transport and Fleet         | businessUnit | 205       | Eastmoor       | . . -22 . .
    : Tours, drivers and workshop.
  Sales and Marketing           | businessUnit | 240       | Merrowdale     | . . -30 . .
  : Sells to grocers, to kitchens and, for some years now, to households.
    Key Accounts                | team         | 58        | Merrowdale     | . . -18 . .
    : One person for each chain, and a desk that looks after their data.
    Food Service Sales          | team         | 74        | Merrowdale     | . . -25 . .
    : Canteens, hospitals, restaurants: four thousand kitchens.
    Direct to Consumer          | team         | 41        | Merrowdale     | . . -3 . .
    : Runs the web shop and the meal boxes; the youngest team of the house.
    Marketing                   | team         | 39        | Merrowdale     | . . -15 . .
    : Brand, packs and everything with a screen.
  Research and Quality          | businessUnit | 112       | Eastmoor       | . . -14 . .
    Recipe Development          | team         | 46        | Eastmoor       | . . -14 . .
    : Cooks and food technologists; a kitchen of their own at Eastmoor.
    Food Safety                 | team         | 61        | Eastmoor       | . . -14 . .
    : Answers for hazard plans, laboratories and recalls, in every plant.
  Finance and Procurement       | businessUnit | 118       | Merrowdale     | . . -30 . .
  : Money in, money out, and what it is spent on.
    Accounting                  | team         | 49        | Merrowdale     | . . -30 . .
    : The books of four companies, in two systems for the time being.
    Controlling                 | team         | 22        | Merrowdale     | . . -12 . .
    : Costs, margins and the monthly meeting that nobody misses.
    Procurement                 | team         | 44        | Merrowdale     | . . -20 . .
    : Ingredients, packs, and everything else that is bought.
  People and Culture            | businessUnit | 45        | Merrowdale     | . . -16 . .
  : From the first interview to the pension.
  Group IT                      | businessUnit | 92        | Merrowdale     | . . -21 . .
  : Runs everything with a screen outside the plants, and more and more of what is inside them.
    Enterprise Architecture     | team         | 5         | Merrowdale     | . . -2 . .
    : Keeps this map.
    Business Applications       | team         | 34        | Merrowdale     | . . -9 . .
    : Looks after what is bought and writes what can't be bought.
    Infrastructure and Security | team         | 27        | Merrowdale     | . . -9 . .
    : Networks, clouds, the cellar and the keys.
    Plant IT                    | team         | 16        | Eastmoor       | . . -4 . .
    : Sits in the plants and answers to them at night; to Group IT by day.
    Data and Analytics          | team         | 10        |                | . . -2.5 . .
Region North                    | region
: Six depots and about two thirds of the grocers' shops.
Region South                    | region
Grocery Chains                  | customer
: Eleven chains that take two thirds of the volume, nearly all of it ordered electronically.
Canteens and Restaurants        | customer
: They order little and often, most of them by telephone.
Households                      | customer
: Forty-one thousand that have ordered within a year.
`;

export const objectives = `
name                                       | objectiveType | targetDate | progress | external_id
Recall any lot within two hours            | strategic     | +1         | 55       | OBJ-1
: From the first alarm to the last informed customer. Today it takes a day and a half, most of it on the telephone.
A tenth of revenue from households         | strategic     | +2.5       | 38       | OBJ-2
: Direct sales grow without taking lorry space from the grocers.
One set of books for all companies         | strategic     | +1.5       | 40       | OBJ-3
: Every company of the group closes its month in the same system, by the fifth working day.
A quarter less food wasted                 | strategic     | +3         | 20       | OBJ-4
: Counted from field to freezer, against the year before the programme.
No plant system past its end of life       | tactical      | +2         | 30       | OBJ-5
Figures that are a day old at most         | tactical      | +0.75      | 70       | OBJ-6
: Whoever decides about stock, price or capacity sees yesterday's figures this morning.
Ninety-eight in a hundred on time, in full | operational   | +1         | 82       | OBJ-7
Energy per tonne down by a fifth           | operational   | +4
`;

export const contexts = `
name                      | subtype         | maturity
Idea to Shelf             | valueStream     | defined
: From a trend that somebody notices to the first pallet in a shop.
Farm to Freezer           | valueStream     | managed
: From the contract with a grower to goods in deep-freeze storage.
Order to Cash             | valueStream     | managed
: From a customer's order to money on the account.
Source to Pay             | valueStream     | initial
: From a need to a supplier who has been paid.
Hire to Retire            | valueStream     | defined
A Household's First Order | customerJourney | defined
: Seeing an advertisement, choosing meals, paying, opening the box.
Reordering for a Canteen  | customerJourney | initial
: Mostly by telephone, often on Sunday evening.
Frozen Ready Meals        | businessProduct | optimized
Fish Specialities         | businessProduct | managed
Meal Box                  | businessProduct | initial
: Five dinners a week by subscription.
Food Waste Account        | esgCapability   | initial
: What is thrown away where, in tonnes and in money.
Carbon Account            | esgCapability
`;

/** The level comes from the place in the tree. */
export const capabilities = `
name                               | isCoreCapability | strategicImportance | maturity
Strategy and Governance            |                  | high                | defined
: Deciding where to go, and noticing in time when it isn't going there.
  Strategic Planning               |                  | high                | managed
  : Agreeing on a few aims, and on what is not done for their sake.
  Enterprise Risk                  |                  | high                | defined
  : Knowing what could go wrong, who looks after it and what it would cost.
  Sustainability                   |                  | high                | initial
  : Knowing what the business takes from its surroundings, and taking less.
    Emissions Accounting           |                  | medium              | initial
    Food Waste Tracking            |                  | high                | initial
    Packaging Reporting            |                  | medium              | managed
Product Innovation                 | yes              | critical            | defined
: Turning ingredients and trends into meals that people buy twice.
  Market Insight                   |                  | medium              | managed
  : Hearing early what people will want to eat.
  Recipe Management                | yes              | critical            | defined
  : Everything about a recipe from the first pan to its retirement.
    Recipe Formulation             | yes              | critical            | measured
    Nutrition Calculation          |                  | high                | measured
    : From amounts to the table on the back of the pack.
    Trial Production               | yes              | medium              | managed
  Product Information              |                  | high                | managed
  : One truth about each product, for plants, packs and customers.
    Product Specification          |                  | high                | defined
    Label and Allergen Declaration | yes              | critical            | defined
    : What stands on the pack must be what is in it, in four languages.
    Packaging Design               |                  | low                 | managed
Procurement and Supply             |                  | high                | managed
: Having the right ingredients at the right plant, from suppliers one can trust.
  Supplier Management              |                  | high                | managed
  : Choosing, checking and keeping suppliers.
    Supplier Qualification         |                  | high                | defined
    Supplier Performance           |                  | medium              | initial
  Purchasing                       |                  | high                | managed
  : From the need to the confirmed order.
    Contract Farming               | yes              | high                | defined
    : Agreements with some two hundred growers before anything is sown.
    Ingredient Purchasing          |                  | high                | managed
    Indirect Purchasing            |                  | low                 | initial
Manufacturing                      | yes              | critical            | managed
: Making what was planned, as it was specified, at what it may cost.
  Production Planning              | yes              | critical            | managed
  : What is made where and when, with whom and out of what.
    Demand Planning                | yes              | critical            | managed
    : What will be ordered, by article and week.
    Line Scheduling                | yes              | high                | defined
    Material Requirements          |                  | high                | managed
  Production Execution             | yes              | critical            | managed
  : Doing it: batch by batch, with a record of everything.
    Batch Control                  | yes              | critical            | defined
    : Each step as the recipe says, and a stop when it isn't.
    Packing and Palletising        |                  | medium              | defined
    Line Performance               |                  | high                | initial
    : Knowing why a line stood still before the shift is over.
  Plant Maintenance                |                  | high                | managed
  : Mending lines before they break.
    Preventive Maintenance         |                  | high                | managed
    Spare Parts                    |                  | low                 | initial
  Energy and Refrigeration         |                  | high                | initial
  : Keeping four cold stores at minus twenty-four degrees at the lowest price.
Quality and Food Safety            | yes              | critical            | defined
: Nobody gets ill from what leaves the plants.
  Hazard Control                   | yes              | critical            | measured
  : Knowing the points at which food can become dangerous, and watching them.
  Laboratory Testing               |                  | critical            | measured
  : Samples of ingredients, surfaces and finished goods.
  Traceability and Recall          | yes              | critical            | managed
  : Finding every gram of what should not have been sold.
    Lot Genealogy                  | yes              | critical            | managed
    : Which lots of which ingredients are in which pallet at which customer.
    Recall Management              |                  | critical            | initial
    : Deciding, telling everybody, and getting the goods back.
  Audits and Certificates          |                  | high                | defined
  : Being ready when somebody looks.
Cold-Chain Logistics               | yes              | critical            | defined
: From the end of the line to the customer's freezer without a warm minute.
  Warehousing                      | yes              | high                | defined
  : Keeping goods cold and finding them again.
    Deep-Freeze Storage            | yes              | high                | measured
    Order Picking                  |                  | high                | defined
  Transport                        | yes              | high                | managed
  : Bringing them to the customer as cold as they were.
    Route Planning                 |                  | high                | managed
    Temperature Monitoring         | yes              | critical            | defined
    : A value every two minutes, from the tunnel freezer to the ramp.
    Proof of Delivery              |                  | medium              | managed
  Returns and Claims               |                  | low                 | initial
Sales and Customers                |                  | critical            | managed
: Winning customers, knowing them, and keeping what was promised to them.
  Customer Relationship            |                  | high                | managed
  : Knowing who the customer is, what was agreed, and what went wrong.
    Account Planning               |                  | medium              | initial
    Customer Service               |                  | high                | managed
  Pricing and Promotions           |                  | high                | managed
  : What it costs whom, and when for less.
    Trade Promotions               |                  | high                | managed
    : Half of the grocers' volume is sold on promotion; hardly any of it is looked at afterwards.
    Price Lists                    |                  | medium              | defined
  Order Management                 |                  | critical            | defined
  : From the order to a promise that is kept.
    Order Capture                  |                  | critical            | defined
    Order Promising                |                  | high                | managed
    : Saying a day that stock, line and lorry can keep.
  Digital Commerce                 | yes              | critical            | initial
  : Selling to households without a shop in between.
    Web Sales                      | yes              | critical            | managed
    Meal Subscriptions             | yes              | high                | initial
    : Dinner every week without ordering every week.
    Payments                       |                  | high                | managed
Finance                            |                  | high                | defined
: Knowing what is there, what is owed and what is earned.
  Accounting                       |                  | high                | defined
  : Complete books, closed in time.
    General Ledger                 |                  | high                | measured
    Payables                       |                  | medium              | managed
    Receivables                    |                  | medium              | defined
  Controlling                      |                  | high                | managed
  : What things cost and whether they pay.
    Product Costing                |                  | high                | initial
    : What a tray of lasagne costs, before it is sold and not two months after.
    Profitability Analysis         |                  | high                | initial
  Treasury                         |                  | medium              | defined
  : Enough money in the right account on the right day.
People                             |                  | medium              | managed
: Having the right people, paying them on time, keeping them safe.
  Workforce Administration         |                  | medium              | defined
  Time and Attendance              |                  | medium              | managed
  Payroll                          |                  | high                | measured
  : Right to the penny for shifts, nights and harvests.
  Learning and Instruction         |                  | medium              | managed
Information and Technology         |                  | high                | managed
: The means by which all others know what they know.
  Service Management               |                  | medium              | defined
  : Help for whoever is stuck, within the hour for a line.
  Data Management                  |                  | high                | initial
  : Data that is found, understood and believed.
    Master Data                    |                  | critical            | initial
    : One product, one customer, one supplier: one record each.
    Reporting and Analytics        |                  | high                | managed
    : Figures for decisions, the same in every meeting.
  Integration                      |                  | high                | managed
  : Letting systems talk without knowing each other.
  Security and Identity            |                  | critical            | managed
  : Knowing who is there and what they may do.
`;
