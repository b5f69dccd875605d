# Amit a játékvezető mond. BALL, BALLS: golyó vagy golyók sora; POCKET: lyuk. Alakok: lásd a nyelvtant.

ruling-open = A döntés nyitott.
ruling-correction = Javítás.
ruling-correction-of = Javítás, { $n }. lökés.
ruling-no-foul = Nem volt hiba.
ruling-goes-on = A játék folytatódik.
ruling-still-in = { $player } játékban marad.
ruling-legal = Szabályos lökés.
ruling-undone = Visszavonva.

# Hová kerülnek vissza a golyók. A `mögé` az előbb említett golyóra utal.
spot-list = Visszateendő: { $places }.
spot-restore = Eredeti helyére: { $places }.
spot-not = Nem kerül vissza: { BALLS($balls, form: "the") }.
place-foot-spot = { BALL($ball, form: "the") } a tőpontra
place-head-spot = { BALL($ball, form: "the") } a homlokpontra
place-centre-spot = { BALL($ball, form: "the") } a középpontra
place-behind-it = mögé { BALL($ball, form: "the") }
place-before-it = elé { BALL($ball, form: "the") }
place-behind-foot = { BALL($ball, form: "the") } a hosszvonalra, { $cm } centivel a tőpont mögé
place-before-foot = { BALL($ball, form: "the") } a hosszvonalra, { $cm } centivel a tőpont elé
place-right-of-foot = { BALL($ball, form: "the") } a tővonalra, { $cm } centivel a tőponttól jobbra
place-left-of-foot = { BALL($ball, form: "the") } a tővonalra, { $cm } centivel a tőponttól balra
place-on-long = { BALL($ball, form: "the") } a hosszvonalra, { $cm } centire a homlokfaltól
place-right = { BALL($ball, form: "the") }, { $cm } centire a homlokfaltól, { $across } centivel a hosszvonaltól jobbra
place-left = { BALL($ball, form: "the") }, { $cm } centire a homlokfaltól, { $across } centivel a hosszvonaltól balra

# Hibák
say-foul = Hiba, { $player }: { $reasons }.
say-foul-nobody = Hiba: { $reasons }.
foul-with-ball = { $reason } ({ BALL($ball) })
foul-with-clause = { $reason } ({ $clause })
say-third-foul = Harmadik hiba egymás után: mínusz { $n ->
    [one] 1 pont.
   *[other] { $n } pont.
    }
say-unsporting = Sportszerűtlen magatartás, { $player }: mínusz { $n ->
    [one] 1 pont.
   *[other] { $n } pont.
    }
foul-unknown = szabálysértés
foul-no_object_ball = a fehér nem talált célgolyót
foul-wrong_ball_first = először rossz golyót talált
foul-simultaneous_first_contact = együttes találat
foul-no_cushion = a találat után egyik golyó sem ért falat
foul-frozen_ball_not_driven = falhoz ragadó golyó: a találat után semmi nem esett lyukba, és nem ért újabb falat
foul-frozen_ball_not_driven-ball = falhoz ragadó { BALL($ball) }: a találat után semmi nem esett lyukba, és nem ért újabb falat
foul-scratch = a fehér lyukba esett
foul-scratch-ball = { BALL($ball, form: "the") } lyukba esett
foul-cue_ball_off_table = a fehér elhagyta az asztalt
foul-cue_ball_off_table-ball = { BALL($ball, form: "the") } elhagyta az asztalt
foul-object_ball_off_table = egy célgolyó elhagyta az asztalt
foul-object_ball_off_table-ball = { BALL($ball, form: "the") } elhagyta az asztalt
foul-jumped_object_ball = egy célgolyó elhagyta az asztalt
foul-jumped_object_ball-ball = { BALL($ball, form: "the") } elhagyta az asztalt
foul-touched_ball = golyóérintés
foul-touched_ball-ball = { BALL($ball, form: "the") } érintése
foul-no_foot = egyik láb sem érte a talajt
foul-balls_moving = a golyók még mozogtak
foul-illegal_jump = szabálytalan ugratás
foul-third_ball_disturbed = harmadik golyó érintése
foul-double_hit = kettős érintés
foul-push = tolás
foul-kitchen_placement = a fehér nem a homlokvonal mögött volt
foul-kitchen_not_crossed = a fehér a találat előtt nem lépte át a homlokvonalat
foul-not_tip = a lökés nem a bőrrel történt
foul-placed_with_tip_forward = lehelyezés közben a bőr előre mozdította a fehéret
foul-returned_by_object = idegen tárgyról visszatért golyó
foul-table_marked = jelölés az asztalon
foul-gap_measured = hézag mérése segédeszközzel
foul-illegal_break = szabálytalan kezdőlökés
foul-safety_break = biztonsági lökés a kezdéskor
foul-wrong_cue_ball_on_break = rossz fehér a kezdéskor
foul-not_from_kitchen = a kezdés nem a homlokvonal mögül történt
foul-not_foot_rack_first = először nem a tő felőli felállítást találta
foul-cue_ball_first_on_break = kezdéskor először a bolond fehéret találta
foul-not_open_break = a kezdés nem nyitotta szét a golyókat
foul-touched_ball_while_sticking = golyóérintés, miközben a dákó az asztalon feküdt
foul-whammy_on_bonus_stroke = whammy a jutalomlökéssel
foul-lag_side_cushion = a tempólökés oldalfalat ért
foul-lag_crossed = a tempólökés átment a másik térfélre
foul-lag_pocketed = a tempólökés lyukba esett
foul-lag_no_foot_cushion = a tempólökés nem érte el a tőfalat
foul-lag_in_jaws = a tempólökés a lyuk szájában állt meg
foul-lag_off_table = a tempólökés elhagyta az asztalt
foul-unsporting = sportszerűtlen magatartás

# A napló, jelenként
log-FOUL = Hiba: { $reason }.
log-SCORE = { $p } megszerzi: { BALLS($balls) }.
log-PILE = { $p } a halomra teszi: { BALLS($balls) }.
log-PENALTY = { $p } büntetésül fizeti: { BALLS($balls) }.
log-SPOT = { UPPER($named) } { $n ->
    [one] visszakerül.
   *[other] visszakerül.
    }
log-OWES = { $n ->
    [one] { $p } egy golyóval tartozik { $q } játékosnak.
   *[other] { $p } { $n } golyóval tartozik { $q } játékosnak.
    }
log-OWES-TABLE = { $n ->
    [one] { $p } egy golyóval tartozik az asztalnak.
   *[other] { $p } { $n } golyóval tartozik az asztalnak.
    }
log-PAID = { $p } megfizeti { $q } játékosnak a tartozást: { BALLS($balls) }.
log-PAID-TABLE = { $p } megfizeti az asztalnak a tartozást: { BALLS($balls) }.
log-STICK = A dákó az asztalon: most nem szabad lökni.
log-UNSTICK = A dákó felemelve.
log-WHAMMY = { $p } belökte { BALL($ball, form: "the-acc") }: { $n }. whammy.
log-GIVE = { $p } ezt adja { $q } játékosnak: { BALLS($balls) }.
log-TAKE = { $p } ezt veszi el { $q } játékostól: { BALLS($balls) }.
log-SWAP = { $p } és { $q } cserél: { BALL($ball) } és { BALL($other) }.
log-NO_SWAP = { $p } és { $q } között nincs csere.
log-NOTHING = { $p }: nincs mit adnia.
log-REDRAW = { $p } új borsót húz.
log-RETURN = { $p } visszaadja: { BALLS($balls) }.
log-REPOSITION = { $p } elhelyezi { BALL($ball, form: "the-acc") }.
log-REPOSITION-extra = { $p } áthelyezi { BALL($ball, form: "the-acc") } is.
log-REPOSITION-dead = { $p } visszateszi { BALL($ball, form: "the-acc") }: nem számít.
log-REPLACE_PRE_BREAK = { UPPER($named) } visszakerül a kezdés előtti helyére.
log-OUT = { $p } kiesett: { $reason }.
log-BUST = { $p } túllépte a végső pontszámot.
log-DISQUALIFIED = { $p } nem jelentette időben a túllépést: kizárva.
log-CLAIM_REJECTED = { $p } nincs a végső pontszámon: bejelentés elutasítva.
log-WIN = { $p } nyert.
log-PREDICTION = { $p } jóslata: { $points } pont, { $n ->
    [one] 1 golyó.
   *[other] { $n } golyó.
    }
log-PREDICTION_MET = { $p }: a jóslat teljesült.
log-PREDICTION_MISSED = { $p }: a jóslat nem teljesült.
log-REMOVE = { $p } leveszi a halomról: { BALLS($balls) }.
log-IN_HAND = { $p }: { BALLS($balls) } kézben a homlokvonal mögött.
log-IN_HAND-anywhere = { $p }: { BALLS($balls) } kézben, bárhol.
log-NEXT = Következik: { $p }, { $n }. lökés.
log-COIN_FLIP = Döntetlen, érme dönt: { NAMES($players) }.
log-END_OF_BALLS = Nem maradt számozott golyó.
log-STROKE_WHILE_STUCK = Lökés, miközben a dákó az asztalon feküdt: a játékvezető dönt.
log-POINTS = { $p }: { $n ->
    [one] 1 pont.
   *[other] { $n } pont.
    }
log-GROUPS-solids = { $p } a telikkel játszik.
log-GROUPS-stripes = { $p } a csíkosakkal játszik.
log-CALL = { $p } bemondása: { BALL($ball, form: "the") } { POCKET($pocket, form: "the-ill") }.
log-CALL_MADE = A bemondott golyó bement.
log-CALL_MISSED = A bemondás nem teljesült.
log-SAFETY = { $p }: biztonsági lökés.
log-PUSH_OUT = { $p } push-outot játszik.
log-FOUL_RUN = { $p }: { $n ->
    [one] 1 hiba.
   *[other] { $n } hiba egymás után.
    }
log-WARN-two_fouls = { $p }: két hiba egymás után. A harmadik büntetéssel jár.
log-WARN = { $p } figyelmeztetést kap.
log-OPTIONS = { $p } választhat: { $options }.
log-CHOICE = { $p } választása: { $option }.
log-RERACK = Felállítandó: { $n ->
    [one] 1 golyó.
   *[other] { $n } golyó.
    }
log-PLACE-head_spot = { UPPER($named) } a homlokpontra kerül.
log-PLACE-centre_spot = { UPPER($named) } a középpontra kerül.
log-PLACE-foot_spot = { UPPER($named) } a tőpontra kerül.
log-LAG = { $p } nyerte a tempólökést.
log-REPLAY_LAG = A tempólökést meg kell ismételni.
log-DRAW = Döntetlen: { $reason }.
log-LOSS = { $p } veszített: { $reason }.
log-RACK = A játékot { $p } nyerte.

# Okok: vereség, kiesés, győzelem, döntetlen
reason-unknown = a szabályok szerint
reason-disqualified = nem jelentette időben a túllépést
reason-fourth_whammy = negyedik whammy
reason-three_fouling_innings = harmadik hibás kör egymás után
reason-left = elhagyta a játékot
reason-conceded = feladta
reason-three_fouls = három hiba egymás után
reason-eight_early = a 8-as idő előtt
reason-eight_on_foul = a 8-as hibával
reason-eight_wrong_pocket = a 8-as rossz lyukba esett
reason-eight_off_table = a 8-as elhagyta az asztalt
reason-eight_with_last_ball = a 8-as az utolsó saját golyóval együtt
reason-eight_on_safety = a 8-as biztonsági lökésen
reason-eight_not_called = a 8-as bemondás nélkül
reason-nobody_left = senki nem maradt játékban
reason-eight_made = a 8-as bement
reason-nine_made = a 9-es bement
reason-target_reached = elérte a célpontszámot
reason-final_score = elérte a végső pontszámot
reason-stalemate = egyikük sem próbálkozott
reason-unsporting = sportszerűtlen magatartás
reason-last_player = egyedül maradt
reason-end_of_balls = a legtöbb pont, amikor elfogytak a golyók
reason-tie_pea = pontegyenlőség, borsója közelebb a 8-hoz
reason-tie_balls = egyenlő pont és borsó, több golyó
reason-coin = érmével
reason-lag = közelebb a homlokfalhoz
reason-races = elég játékot nyert
reason-excluded = a játékvezető kizárta
reason-override = a játékvezető döntése

# Amit a játékos választhat
option-accept = az állásból játszik
option-kitchen = golyó a kézben a homlokvonal mögött
option-anywhere = golyó a kézben, bárhol
option-rerack-i-break = új felállítás, saját kezdéssel
option-rerack-you-break = új felállítás, a másik kezd
option-rebreak = a kezdő újra kezd
option-spot-8 = a 8-as visszakerül, a játék folytatódik
option-open = nyitott asztal
option-play = játszik
option-give-back = visszaadja a lökést
option-push-out = push-out
option-bonus = jutalomlökés
option-safety = biztonsági lökés
option-called = bemondott lökés
option-break = kezd
option-pass = átadja a kezdést
option-solids = telik
option-stripes = csíkosak
option-true = igen
option-false = nem
option-win = elérte a végső pontszámot
option-bust = túllépte

# Állás, és ki következik
score-points = { $player }: { $n ->
    [one] 1 pont
   *[other] { $n } pont
    }
score-points-minus = { $player }: { $n ->
    [one] mínusz 1 pont
   *[other] mínusz { $n } pont
    }
score-racks = { $player } { $n }
score-list = { $scores }.
score-racks-list = Játékok: { $scores }.
score-stash = { $player }: { $balls ->
    [one] 1 golyó
   *[other] { $balls } golyó
    }, { $n ->
    [one] 1 pont
   *[other] { $n } pont
    }
score-stash-none = { $player }: nincs golyója
score-owes = { $player } tartozásai: { $whom }
score-table = az asztal
score-one-to-win = { $player } játékosnak már csak egyetlen golyó kell a győzelemhez.
next-player = { $player } következik.
next-stroke = { $player } folytatja, { $n }. lökés.
next-again = { $player } folytatja.
next-break = { $player } kezd.
next-lag = Tempólökés következik.
next-on-ball = Először { BALL($ball, form: "the") }.
next-on-solids = A telikkel játszik.
next-on-stripes = A csíkosakkal játszik.
next-on-open = Az asztal nyitott.
next-in-hand = Golyó a kézben.
next-in-hand-behind-head-string = Golyó a kézben a homlokvonal mögött.
next-in-hand-named = { UPPER($named) } kézben.
next-in-hand-behind-head-string-named = { UPPER($named) } kézben a homlokvonal mögött.
next-options = Választhat: { $options }.
over-match = A mérkőzést { $winner } nyerte: { $reason }.
over-match-lost = { $loser } veszített: { $reason }. A mérkőzést { $winner } nyerte.
over-set = A szettet { $winner } nyerte: { $reason }.
over-set-lost = { $loser } veszített: { $reason }. A szettet { $winner } nyerte.
over-rack = A játékot { $winner } nyerte: { $reason }.
over-rack-lost = { $loser } veszített: { $reason }. A játékot { $winner } nyerte.
over-nobody = A játék véget ért: { $reason }.
player-seat = { $n }. játékos
stroke-legal = { $n }. lökés: szabályos
stroke-foul = { $n }. lökés: hiba
more-events = és még { $n } a többi golyó között
stroke-open = { $n }. lökés: a döntés nyitott

# Visszajátszás terminálon.
told-stroke = { $n }. lökés
told-between = két lökés között
told-legal = szabályos
told-foul = hiba
told-open = nyitott
told-waits = { $verdict }; hogy ki következik, válaszra vár
told-strokes = { $n ->
    [one] { $n } lökés elbírálva
   *[other] { $n } lökés elbírálva
    }
told-none-ruled = egyetlen lökést sem lehetett { $game } szerint megítélni (látott: { $n }): a fenti sorok mondják meg, miért. Ez a játék (--game) és ez a golyókészlet (--balls) van az asztalon? A --game none csak a lökéseket mondja el
told-fouls = { $n ->
    [one] { $n } hiba
   *[other] { $n } hiba
    }
told-asked = a játék válaszra vár: { $question } Vegye fel a feljegyzésekbe `input` sorként (leírása: docs/RECORDS.md), és bíráltassa el újra: `callshot replay --from strokes`
