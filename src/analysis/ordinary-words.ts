/** Words of trade and technology that are no brands: a name that consists of them alone says what something does. */
const ordinaryWords = new Set(
  `academy access account accounting accounts acquisition active activity actuarial address adjustment administration advanced
   advertising advisor agency agent aggregation agreement air alarm alert allocation analysis analytics analyzer api approval archive
   area asset assets assistant audit authentication authorization automation availability backoffice backup balance bank banking base
   basic batch benefit billing board booking bot box branch bridge broker budget budgeting build builder building bus business
   calculation calculator calendar call campaign capacity card care cargo case cash catalog catalogue category center centre central
   certificate chain change channel chat check checkout claim claims clearing client clinical closing cloud cockpit code collaboration
   collection command commerce commission common communication community company compliance component computing condition conference
   config configuration configurator connect connection connector console consolidation construction consulting contact container
   content contract control controlling controller converter core corporate cost council country credit custom customer customs
   dashboard data database dealer debt decision delivery demand deployment desk desktop development device digital directory disaster
   discovery dispatch display distribution division document domain driver dynamic east economy editor education electronic email
   emergency employee endpoint energy engine engineering enterprise entry environment equipment event evaluation exchange expense
   explorer export express extended extension facility factory fault feedback field file files finance financial financials fire
   firewall first fleet flight flow food force forecast forecasting form forms framework fraud freight front fuel function fund
   funds gas gate gateway general global goods governance grid group guest health help hire history home hospital host hotel hour
   hours house hub human identity image imaging import in incident index industrial information infrastructure innovation insight
   insights inspection installation insurance integration intelligence interactive interface internal internet intranet inventory
   investment invoice invoicing issue item job journal key knowledge label laboratory land law lead learning leasing leave ledger legal
   library license life lifecycle line link list load loan loans local location locator log logistics login loyalty machine mail
   maintenance management manager manufacturing map maps market marketing marketplace master material materials matrix media medical meeting
   member membership merchandising message messaging meter metering migration mission mobile model module monitor monitoring
   mortgage network news night north notification number office offer offline oil on online open operation operations optimization
   optimizer option order orders organization outlook output package paper park parking part partner parts party passenger password patch
   patient pay payment payments payroll people performance permit personal personnel phone photo physical pipeline place plan planner
   planning plant platform plus point policy pool port portal portfolio position power practice prediction premium price pricing print
   printing priority private pro process processing procurement product production professional profile program project
   property protection provider provisioning public publishing purchase purchasing quality query queue quote quotation rail rate rating
   real receipt reception reconciliation record recording records recovery recruiting recruitment reference refund region regional
   register registration registry regulatory release remote rental repair report reporting reports repository request requirement
   requirements research reservation resource resources response retail return returns revenue review rewards risk robot room
   route router routing safe safety sales sample scan scanner scheduler scheduling school science score screen search secure security
   self sensor server service services session settlement share sharing shift ship shipment shipping shop shopping sign signature site
   small smart social software solution solutions source sourcing south space spare speech spend staff stage standard station
   statement statistics stock storage store strategy stream structure student studio subscription suite supplier supply support
   survey switch system systems talent target task tax team technical technology telephone temperature template tender terminal test
   testing text ticket ticketing time timesheet token tool tools tower track tracker tracking trade trading traffic training
   transaction transactions transfer transformation transit translation transport travel treasury trial truck trust unified unit universal
   update usage user utility utilities validation value vault vehicle vendor verification version video view viewer virtual
   visit visitor visual voice wage wallet warehouse warranty waste watch water way wealth web website west wholesale wind wireless
   work workbench worker workflow workforce workplace workshop workspace world yard zone`.split(/\s+/),
);

export const isOrdinaryWord = (word: string): boolean => word.length < 3 || /\d/.test(word) || ordinaryWords.has(word);
